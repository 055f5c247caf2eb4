import { countCharacters } from '#shared/cut-text.ts'
import { slugOf } from '#shared/slug.ts'
import { completeWebAddress } from '#shared/web-address.ts'
import { type Collection, type CollectionForm, collectionSchema } from '#features/market/contract.ts'

/** Maximum supply; anything above is a typing error. */
const maxPieces = 10_000_000

/** Error messages by field. */
const advice: Partial<CollectionForm> = {
  name: 'Enter a name of up to 120 characters.',
  slug: 'Use lowercase words joined by hyphens, such as paper-crowns.',
  description: 'Enter a description of up to 600 characters.',
  artistSlug: 'Choose an artist from the roster, or none.',
  minted: 'Enter a whole number, 0 or higher.',
  supply: 'Enter a whole number, 1 or higher.',
  status: 'Choose Active or Closed.',
  url: 'Enter a URL that starts with https://, or leave it empty.',
  image: 'Upload the image again.',
  imageAlt: 'Enter a description of up to 300 characters.',
}

type ReadForm = { ok: true; collection: Collection } | { ok: false; problems: Partial<CollectionForm> }

/** Parses the collection form and returns errors by field. */
export function readForm(form: CollectionForm, isArtist: (slug: string) => boolean): ReadForm {
  const imageAlt = (form.imageAlt ?? '').replaceAll(/\s+/g, ' ').trim()
  const slug = form.slug.trim() || slugOf(form.name, 80)
  const typed = {
    slug,
    name: form.name.trim(),
    description: form.description.replaceAll(/\s+/g, ' ').trim(),
    ...(form.artistSlug && { artistSlug: form.artistSlug }),
    minted: wholeNumber(form.minted),
    supply: wholeNumber(form.supply),
    status: form.status,
    url: completeWebAddress(form.url),
    ...(form.image && { image: form.image }),
    ...(imageAlt && { imageAlt }),
  }
  const parsed = collectionSchema.safeParse(typed)
  const problems: Partial<CollectionForm> = {}
  for (const { path } of parsed.error?.issues ?? []) {
    const field = path[0] as keyof CollectionForm
    problems[field] ??= advice[field] ?? 'Enter a valid value.'
  }
  if (countCharacters(typed.name) > 120) problems.name = advice.name!
  if (typed.minted > typed.supply) problems.minted = 'Minted cannot be higher than supply.'
  if (typed.supply > maxPieces) problems.supply = `Enter at most ${maxPieces.toLocaleString('en-US')}.`
  if (form.artistSlug && !isArtist(form.artistSlug)) problems.artistSlug = advice.artistSlug!
  // If the slug cannot be derived from the name, the error is shown at the name.
  if (problems.slug && !form.slug.trim()) {
    delete problems.slug
    problems.name ??= 'Enter a name with Latin letters or digits.'
  }
  return parsed.success && Object.keys(problems).length === 0
    ? { ok: true, collection: parsed.data }
    : { ok: false, problems }
}

// People write 1,247 as on the page. Anything else that is not a number is rejected by the schema.
function wholeNumber(text: string): number {
  const digits = text.trim().replaceAll(',', '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN
}
