import { useEffect, useRef, useState } from 'react'
import { type Draft, isSame, emptyDraft } from './draft.ts'

/** What is being written and what of it is saved. */
export type Writing = {
  draft: Draft
  /** Rises when the words were changed by anything but typing; the rich editor then begins anew. */
  round: number
  /** The version the words were begun from; older than the saved one when somebody else saved since. */
  version: number
  isChanged: boolean
  /** Words from before a reload or a new login are shown. */
  isRestored: boolean
  change(part: Partial<Draft>): void
  replace(draft: Draft): void
  /** Back to what is saved. */
  discard(): void
  /**
   * This draft was saved as this version. What was typed meanwhile is still to be saved.
   *
   * @param newId Of the issue that this made, whose own screen takes over.
   */
  settle(saved: Draft, version: number, newId?: string): void
  /** Nobody wants these words back. */
  forget(): void
}

/** @param id Of the issue; empty for a new one. */
export function useWriting(id: string, begun: Draft, savedVersion: number): Writing {
  const [start] = useState(() => ({ saved: begun, version: savedVersion, kept: findWords(id) }))
  const [saved, setSaved] = useState({ draft: start.saved, version: start.version })
  const [version, setVersion] = useState(start.kept?.version ?? start.version)
  const [draft, setDraft] = useState(start.kept?.draft ?? start.saved)
  const [isRestored, setRestored] = useState(start.kept !== undefined && !isSame(start.kept.draft, start.saved))
  const [round, setRound] = useState(0)
  const isChanged = !isSame(draft, saved.draft)
  // Read when this screen ends, which may be in the very moment in which the words were saved.
  const isOver = useRef(false)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])

  useEffect(() => {
    if (!isChanged) return dropWords(id)
    const keep = () => {
      if (!isOver.current) keepWords(id, { draft, version })
    }
    const later = setTimeout(keep, 300)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(later)
      removeEventListener('pagehide', keep)
      // Whatever ends this screen, the words are kept first.
      keep()
    }
  }, [id, draft, isChanged, version])

  const forget = () => {
    isOver.current = true
    dropWords(id)
  }
  const show = (next: Draft) => {
    isOver.current = false
    setDraft(next)
    setRound((before) => before + 1)
    setRestored(false)
  }
  return {
    draft,
    round,
    version,
    isChanged,
    isRestored,
    change(part) {
      isOver.current = false
      setDraft((before) => ({ ...before, ...part }))
    },
    replace: show,
    discard() {
      setVersion(saved.version)
      show(saved.draft)
    },
    forget,
    settle(next, nextVersion, newId) {
      forget()
      if (newId && !isSame(latest.current, next)) keepWords(newId, { draft: latest.current, version: nextVersion })
      setSaved({ draft: next, version: nextVersion })
      setVersion(nextVersion)
      setRestored(false)
    },
  }
}

/*
 * What was typed and not yet saved stays in this tab of the browser, so that neither a reload nor a session that ran
 * out loses it.
 */
const nameOf = (id: string) => `newsletter-draft:${id || 'new'}`

/** The version the words were begun from; 0 for a new issue. */
type Kept = { draft: Draft; version: number }

function keepWords(id: string, kept: Kept): void {
  attempt(() => sessionStorage.setItem(nameOf(id), JSON.stringify(kept)))
}

function dropWords(id: string): void {
  attempt(() => sessionStorage.removeItem(nameOf(id)))
}

/** Words typed before into this issue; undefined when there are none, or they cannot be read any more. */
function findWords(id: string): Kept | undefined {
  return attempt(() => {
    const text = sessionStorage.getItem(nameOf(id))
    const kept = text ? (JSON.parse(text) as Kept) : undefined
    if (!kept || typeof kept.draft?.title !== 'string' || !Array.isArray(kept.draft.insights)) return undefined
    // Keys of items that are made now begin anew: those of then get out of their way.
    let key = 0
    const rekeyed = <Item extends { key: number }>(items: Item[]) => items.map((item) => ({ ...item, key: (key -= 1) }))
    const { insights, tools, sources } = kept.draft
    return {
      version: kept.version,
      draft: {
        ...emptyDraft,
        ...kept.draft,
        insights: rekeyed(insights),
        tools: rekeyed(tools),
        sources: rekeyed(sources),
      },
    }
  })
}

// A browser may refuse its storage altogether.
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
