import type { FeatureInstance } from '#platform/feature.ts'
import type { Catalogue } from '#shared/messages.ts'
import type { Services } from '#shared/services.ts'
import { artists } from '#features/artists/feature.ts'
import { books } from '#features/books/feature.ts'
import { checkout } from '#features/checkout/feature.ts'
import { delivery } from '#features/delivery/feature.ts'
import { developers } from '#features/developers/feature.ts'
import { editors } from '#features/editors/feature.ts'
import { embeds } from '#features/embeds/feature.ts'
import { issues } from '#features/issues/feature.ts'
import { journey } from '#features/journey/feature.ts'
import { landing } from '#features/landing/feature.ts'
import { legal } from '#features/legal/feature.ts'
import { market } from '#features/market/feature.ts'
import { owner } from '#features/owner/feature.ts'
import { pageImages } from '#features/page-images/feature.ts'
import { platforms } from '#features/platforms/feature.ts'
import { podcast } from '#features/podcast/feature.ts'
import { radio } from '#features/radio/feature.ts'
import { reader } from '#features/reader/feature.ts'
import { statistics } from '#features/statistics/feature.ts'
import { submissions } from '#features/submissions/feature.ts'
import { subscribers } from '#features/subscribers/feature.ts'
import { tokens } from '#features/tokens/feature.ts'
import { tracks } from '#features/tracks/feature.ts'
import { venue } from '#features/venue/feature.ts'
import { voice } from '#features/voice/feature.ts'

/**
 * All features of the server, in the order in which they are created. Each one can use the services of earlier ones;
 * the compiler rejects an order with a missing service. The Content tab, the inbox and the newsletter use this order,
 * too.
 */
export const features = inOrder(
  owner,
  landing,
  artists,
  platforms,
  journey,
  venue,
  tokens,
  pageImages,
  legal,
  market,
  books,
  checkout,
  reader,
  podcast,
  radio,
  embeds,
  submissions,
  tracks,
  editors,
  subscribers,
  issues,
  delivery,
  voice,
  developers,
  statistics,
)

/** Feature instances by name. */
export type CreatedFeatures = { [One in (typeof features)[number] as One['name']]: ReturnType<One['create']> }

/** Delays and costs that tests override, by feature name. */
export type FeatureTuning = { [One in (typeof features)[number] as One['name']]?: Parameters<One['create']>[1] }

type AnyFeature = { name: string; messages?: Catalogue; create(deps: never, tuning?: never): FeatureInstance }
type Needed<One extends AnyFeature> = Parameters<One['create']>[0] extends { features: infer Services }
  ? keyof Services
  : never
type Given<One> = One extends { create(deps: never, tuning?: never): { services: infer Services } }
  ? keyof Services
  : never

type Missing = Exclude<
  keyof Services,
  Given<(typeof features)[number]> | 'site' | 'navigation' | 'hasPage' | 'figureKeys' | 'texts'
>

/** Services of all features; a type error when a declared service is provided by no feature. */
export type AllServices = [Missing] extends [never] ? Services : { 'no feature gives': Missing }

type Ordered<List extends readonly AnyFeature[], Known = 'site'> = List extends readonly [
  infer First extends AnyFeature,
  ...infer Rest extends readonly AnyFeature[],
]
  ? [
      Exclude<Needed<First>, Known> extends never
        ? First
        : `${First['name']} must come after what it needs: ${string & Exclude<Needed<First>, Known>}`,
      ...Ordered<Rest, Known | Given<First>>,
    ]
  : []

function inOrder<const List extends readonly AnyFeature[]>(...list: List & Ordered<List>): List {
  return list
}
