import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import type { LinkedText } from '#features/owner/contract.ts'
import type { SiteLink } from './link-checks.ts'

type SiteLinkDeps = {
  /** Links to the site itself are left out. */
  origin: string
  editable: readonly EditableKind[]
  /** Texts of features and settings besides the editable content. */
  texts: readonly LinkedText[]
}

// Punctuation that ends a sentence or a bracket is not part of the URL.
const address = /https:\/\/[^\s<>"'`)\]]+[^\s<>"'`)\].,;:!?]/g

/** Lists all external links with the admin pages that edit them. */
export function siteLinks({ origin, editable, texts }: SiteLinkDeps): SiteLink[] {
  const own = new URL(origin).host
  const entries = editable.flatMap(({ kind, singular, list }) =>
    list().map(({ key, name, entry }): LinkedText => ({
      text: entry,
      where: `${singular} ${name}`,
      href: `/admin/content/${kind}/${key}`,
    })),
  )
  return [...entries, ...texts]
    .flatMap(({ text, ...place }) => linksIn(text).map((url) => ({ url, ...place })))
    .filter(({ url }) => URL.canParse(url) && new URL(url).host !== own)
}

function linksIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(address) ?? []
  return typeof value === 'object' && value !== null ? [...new Set(Object.values(value).flatMap(linksIn))] : []
}
