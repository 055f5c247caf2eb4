/** Source of entries. It returns the current ones, and the same array as long as nothing has changed. */
export type EntrySource<Entry> = { list(): readonly Entry[] }

/**
 * Caches a value derived from a list until the list changes, so that sorting and indexing happen once per change.
 *
 * @param make Called with the current entries.
 */
export function derived<Entry, Made>(
  source: EntrySource<Entry>,
  make: (entries: readonly Entry[]) => Made,
): () => Made {
  let last: { entries: readonly Entry[]; made: Made } | undefined
  return () => {
    const entries = source.list()
    if (last?.entries !== entries) last = { entries, made: make(entries) }
    return last.made
  }
}

/** Returns a source with one entry replaced, or added at the end, such as a draft in a preview. */
export function withEntry<Entry>(
  source: EntrySource<Entry>,
  keyOf: (entry: Entry) => string,
  entry: Entry,
): EntrySource<Entry> {
  const key = keyOf(entry)
  const others = source.list()
  const isThere = others.some((one) => keyOf(one) === key)
  const entries = isThere ? others.map((one) => (keyOf(one) === key ? entry : one)) : [...others, entry]
  return { list: () => entries }
}
