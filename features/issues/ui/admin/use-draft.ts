import { useEffect, useRef, useState } from 'react'
import { type Draft, isSame, emptyDraft } from './draft.ts'

/** State of a draft that is being edited. */
type DraftState = {
  draft: Draft
  /** Increases when the draft is replaced; the rich-text editor then remounts. */
  round: number
  /** Version that the draft is based on; older than the saved one when someone else has saved since. */
  version: number
  isChanged: boolean
  /** True if unsaved changes from before a reload or a new sign-in are shown. */
  isRestored: boolean
  change(part: Partial<Draft>): void
  replace(draft: Draft): void
  /** Reverts to the saved version. */
  discard(): void
  /**
   * Marks this draft as saved in this version. Later changes stay unsaved.
   *
   * @param newId Id of a newly created issue, whose own screen opens.
   */
  settle(saved: Draft, version: number, newId?: string): void
  /** Discards the stored draft. */
  forget(): void
}

/** @param id Id of the issue; empty for a new one. */
export function useDraft(id: string, begun: Draft, savedVersion: number): DraftState {
  const [start] = useState(() => ({ saved: begun, version: savedVersion, stored: loadStoredDraft(id) }))
  const [saved, setSaved] = useState({ draft: start.saved, version: start.version })
  const [version, setVersion] = useState(start.stored?.version ?? start.version)
  const [draft, setDraft] = useState(start.stored?.draft ?? start.saved)
  const [isRestored, setRestored] = useState(start.stored !== undefined && !isSame(start.stored.draft, start.saved))
  const [round, setRound] = useState(0)
  const isChanged = !isSame(draft, saved.draft)
  // Read on unmount, which may happen during a save.
  const isOver = useRef(false)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])

  useEffect(() => {
    if (!isChanged) return deleteStoredDraft(id)
    const flush = () => {
      if (!isOver.current) storeDraft(id, { draft, version })
    }
    const later = setTimeout(flush, 300)
    addEventListener('pagehide', flush)
    return () => {
      clearTimeout(later)
      removeEventListener('pagehide', flush)
      // The draft is stored before the screen unmounts.
      flush()
    }
  }, [id, draft, isChanged, version])

  const forget = () => {
    isOver.current = true
    deleteStoredDraft(id)
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
      if (newId && !isSame(latest.current, next)) storeDraft(newId, { draft: latest.current, version: nextVersion })
      setSaved({ draft: next, version: nextVersion })
      setVersion(nextVersion)
      setRestored(false)
    },
  }
}

/*
 * Unsaved changes are stored in this browser tab, so that neither a reload nor an expired session loses them.
 */
const nameOf = (id: string) => `newsletter-draft:${id || 'new'}`

/** Version that the draft is based on; 0 for a new issue. */
type StoredDraft = { draft: Draft; version: number }

function storeDraft(id: string, stored: StoredDraft): void {
  attempt(() => sessionStorage.setItem(nameOf(id), JSON.stringify(stored)))
}

function deleteStoredDraft(id: string): void {
  attempt(() => sessionStorage.removeItem(nameOf(id)))
}

/** Loads unsaved changes of this issue; undefined when there are none, or they are no longer readable. */
function loadStoredDraft(id: string): StoredDraft | undefined {
  return attempt(() => {
    const text = sessionStorage.getItem(nameOf(id))
    const stored = text ? (JSON.parse(text) as StoredDraft) : undefined
    if (!stored || typeof stored.draft?.title !== 'string' || !Array.isArray(stored.draft.insights)) return undefined
    // Keys of new items start again at 0, so restored items get negative keys, which cannot collide.
    let key = 0
    const rekeyed = <Item extends { key: number }>(items: Item[]) => items.map((item) => ({ ...item, key: (key -= 1) }))
    const { insights, tools, sources } = stored.draft
    return {
      version: stored.version,
      draft: {
        ...emptyDraft,
        ...stored.draft,
        insights: rekeyed(insights),
        tools: rekeyed(tools),
        sources: rekeyed(sources),
      },
    }
  })
}

// Storage may be blocked by the browser.
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
