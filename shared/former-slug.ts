/** What an address was made of, and what it is now. */
export type TitledEntry = { slug: string; title: string }

/** Anybody may ask for any address, so what was made of a title is kept, within bounds. */
const formerSlugs = new Map<string, string>()
const mostKnown = 5_000

/** How addresses were made from titles before letters were transliterated: `Straße & Ærø` became `stra-e-r`. */
function formerSlugOf(title: string): string {
  const known = formerSlugs.get(title)
  if (known !== undefined) return known
  if (formerSlugs.size >= mostKnown) formerSlugs.clear()
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
 * Finds what an address led to, or would have led to, when letters were lost in addresses. An address that is
 * somebody's today is never asked for.
 *
 * @param ending What every address of the kind ends in, `-swade`.
 * @returns The address of today; undefined when nothing ever was there.
 */
export function findCurrentSlug(entries: readonly TitledEntry[], asked: string, ending = ''): string | undefined {
  const moved = entries.find(({ slug, title }) => {
    const former = formerSlugOf(title)
    const base = ending && former.endsWith(ending) ? former.slice(0, -ending.length) : former
    // A title that was taken has a number behind it.
    const number = /-\d+$/.exec(slug)?.[0] ?? ''
    return base !== '' && slug !== asked && [base + ending, base + number + ending].includes(asked)
  })
  return moved?.slug
}
