import type { Config } from '#platform/config.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import type { MarketService } from '#features/market/contract.ts'
import type { SiteLink } from '#features/owner/server/links/link-checks.ts'

type Parts = { config: Config; editable: readonly EditableKind[]; market: MarketService }

// As they stand in texts: what ends a sentence or a bracket is no part of them.
const address = /https:\/\/[^\s<>"'`)\]]+[^\s<>"'`)\].,;:!?]/g

/** Every link of the catalogue and of the owner's values that leads outside, with where it is changed. */
export function siteLinks({ config, editable, market }: Parts): SiteLink[] {
  const values = [config.SPATIAL_ROOM_URL, config.SWDZ_BUY_URL, config.SWDX_BUY_URL]
  const own = new URL(config.origin).host
  return [
    ...editable.flatMap(({ kind, one, list }) =>
      list().flatMap(({ key, name, entry }) =>
        linksIn(entry).map((url) => ({ url, where: `${one} ${name}`, href: `/admin/content/${kind}/${key}` })),
      ),
    ),
    ...market
      .list()
      .flatMap(({ slug, name, url }) =>
        linksIn(url).map((one) => ({ url: one, where: `Collection ${name}`, href: `/admin/collections?edit=${slug}` })),
      ),
    ...linksIn(values).map((url) => ({ url, where: 'Settings', href: '/admin/settings' })),
  ].filter(({ url }) => URL.canParse(url) && new URL(url).host !== own)
}

function linksIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(address) ?? []
  return typeof value === 'object' && value !== null ? [...new Set(Object.values(value).flatMap(linksIn))] : []
}
