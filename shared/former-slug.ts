/** An entry with its title and current slug. */
export type TitledEntry = { slug: string; title: string }

/** Cache of former slugs by title, limited in size because any URL may be requested. */
const formerSlugs = new Map<string, string>()
const maxKnown = 5_000

/** Returns the slug made by the former algorithm without transliteration: `Straße & Ærø` became `stra-e-r`. */
function formerSlugOf(title: string): string {
  const known = formerSlugs.get(title)
  if (known !== undefined) return known
  if (formerSlugs.size >= maxKnown) formerSlugs.clear()
  const former = title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  formerSlugs.set(title, former)
  return former
}

/**
 * Finds the current slug for a slug of the former algorithm. Call it only for slugs that no entry has today.
 *
 * @param ending Suffix of all slugs of this kind, such as `-swade`.
 * @returns The current slug; undefined when none matches.
 */
export function findCurrentSlug(entries: readonly TitledEntry[], formerSlug: string, ending = ''): string | undefined {
  const moved = entries.find(({ slug, title }) => {
    const former = formerSlugOf(title)
    const base = ending && former.endsWith(ending) ? former.slice(0, -ending.length) : former
    // Duplicate titles have a number as suffix.
    const number = /-\d+$/.exec(slug)?.[0] ?? ''
    return base !== '' && slug !== formerSlug && [base + ending, base + number + ending].includes(formerSlug)
  })
  return moved?.slug
}
