import { type Draft, emptyDraft } from './draft.ts'

/*
 * What was typed and not yet saved stays in this tab of the browser, so that neither a reload nor a session that ran out loses it.
 */
const nameOf = (id: string) => `newsletter-draft:${id || 'new'}`

/** The version the words were begun from; 0 for a new issue. */
type Kept = { draft: Draft; version: number }

export function keepWords(id: string, kept: Kept): void {
  attempt(() => sessionStorage.setItem(nameOf(id), JSON.stringify(kept)))
}

export function dropWords(id: string): void {
  attempt(() => sessionStorage.removeItem(nameOf(id)))
}

/** Words typed before into this issue; undefined when there are none, or they cannot be read any more. */
export function findWords(id: string): Kept | undefined {
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
      draft: { ...emptyDraft, ...kept.draft, insights: rekeyed(insights), tools: rekeyed(tools), sources: rekeyed(sources) },
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
