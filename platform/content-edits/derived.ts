/** Where entries are asked for: always as they are now, the same array as long as nothing changed. */
export type EntrySource<Entry> = { list(): readonly Entry[] }

/**
 * Keeps what is made of a list until the list is another one: sorting and indexing happen once a change, not once a
 * question.
 *
 * @param make Called with the entries as they are now.
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

/**
 * The entries of a source with one of them replaced, or added at the end: how a preview sees a draft before anybody
 * else does.
 */
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
