/** One entry of a table of contents. `page` is missing if unknown; locked entries link to the purchase. */
type ContentsEntry = { title: string; page?: number; depth: number; isLocked: boolean }

/** An entry with its children. `key` is its path from the root, such as `0.2`. */
export type ContentsBranch = ContentsEntry & { key: string; children: ContentsBranch[] }

/**
 * Returns the table of contents for a visitor: the outline of readable pages, and the remaining printed chapter
 * titles as locked entries.
 *
 * @param outline The manifest's outline, limited to readable pages.
 * @param printed Chapter titles of the catalogue; public for every book.
 * @param isWhole Whether the visitor may read the whole book.
 */
export function contentsOf(
  outline: readonly { title: string; page: number; depth: number }[],
  printed: readonly string[],
  isWhole: boolean,
): ContentsEntry[] {
  const open = outline.map((entry) => ({ ...entry, isLocked: false }))
  if (isWhole) return open.length > 0 ? open : printed.map((title) => ({ title, depth: 0, isLocked: false }))
  const shown = new Set(open.map(({ title }) => plainTitle(title)))
  return [
    ...open,
    ...printed.filter((title) => !shown.has(plainTitle(title))).map((title) => ({ title, depth: 0, isLocked: true })),
  ]
}

/** Builds the tree from indented entries; an entry indented too far becomes a child of the one above it. */
export function toTree(entries: readonly ContentsEntry[]): ContentsBranch[] {
  const roots: ContentsBranch[] = []
  const path: ContentsBranch[] = []
  for (const entry of entries) {
    while (path.length > 0 && path.at(-1)!.depth >= entry.depth) path.pop()
    const parent = path.at(-1)
    const siblings = parent?.children ?? roots
    const branch = { ...entry, key: `${parent ? `${parent.key}.` : ''}${siblings.length}`, children: [] }
    siblings.push(branch)
    path.push(branch)
  }
  return roots
}

/**
 * Returns the keys of the branch a page belongs to, outermost first: the first entry that begins on it, or the last
 * one before it, with its ancestors.
 */
export function branchAt(tree: readonly ContentsBranch[], page: number): string[] {
  let current: ContentsBranch | undefined
  const visit = (branches: readonly ContentsBranch[]) => {
    for (const branch of branches) {
      const begins = branch.page ?? Number.POSITIVE_INFINITY
      if (begins <= page && begins >= (current?.page ?? 0) && current?.page !== page) current = branch
      visit(branch.children)
    }
  }
  visit(tree)
  if (!current) return []
  return current.key.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.'))
}

// An outline may say "3. Mixing" or "Chapter 3: Mixing" where the contents say "Mixing".
function plainTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/^(chapter|part)\s+/, '')
    .replace(/^[\divxlc]+[.:)]\s*/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
