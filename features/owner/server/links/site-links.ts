import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import type { LinkedText } from '#features/owner/contract.ts'
import type { SiteLink } from './link-checks.ts'

type Sources = {
  /** Links to the site itself are left out. */
  origin: string
  editable: readonly EditableKind[]
  /** What features and settings hold beside the editable content. */
  texts: readonly LinkedText[]
}

// As they stand in texts: what ends a sentence or a bracket is no part of them.
const address = /https:\/\/[^\s<>"'`)\]]+[^\s<>"'`)\].,;:!?]/g

/** Every link that leads outside, with the admin page that changes it. */
export function siteLinks({ origin, editable, texts }: Sources): SiteLink[] {
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
