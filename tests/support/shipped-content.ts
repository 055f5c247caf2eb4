import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import { noEdits } from '#platform/content-edits/test-edits.ts'
import type { FeatureInstance, FeatureContributions, ProcessDeps } from '#platform/feature.ts'
import { features } from '#server/features.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { figureAddress, type FigureImage } from '#shared/chladni-address.ts'
import type { Services } from '#shared/services.ts'

/** Features that need the database when created. */
const withDatabase = new Set<string>([
  'owner',
  'checkout',
  'reader',
  'radio',
  'submissions',
  'editors',
  'subscribers',
  'issues',
  'delivery',
  'voice',
])

/** Content features with the shipped content. */
type ShippedContent = ReturnType<typeof createContentFeatures>

let shipped: ShippedContent | undefined

/** Returns the content features without a database, created once per worker; reading all files takes a while. */
export const loadShippedContent = (): ShippedContent => (shipped ??= createContentFeatures())

function createContentFeatures() {
  const services: Partial<Services> = {}
  const created: FeatureInstance[] = []
  const collect = <Kind extends keyof FeatureContributions>(kind: Kind) =>
    created.flatMap((parts) =>
      parts[kind] === undefined ? [] : [parts[kind] as NonNullable<FeatureContributions[Kind]>],
    )
  const contentDir = join(import.meta.dirname, '../../content')
  const texts = joinCatalogues({ features, contentDir })
  const deps = {
    config: { ...readConfig({}), DATA_DIR: '/nowhere' },
    contentDir,
    texts,
    edits: noEdits(),
    clock: systemClock,
    // Limits of requests keep the pool and never query it here.
    database: { pool: {} },
    figureAddress: (image: FigureImage) => figureAddress(image, undefined),
    pageCache: { clear: () => undefined },
    collect,
    features: services,
  } as unknown as ProcessDeps & { features: Partial<Services> }
  for (const { name, create } of features) {
    if (withDatabase.has(name)) continue
    const parts = (create as (given: typeof deps) => FeatureInstance)(deps)
    Object.assign(services, parts.services)
    created.push(parts)
  }
  return { services: services as Services, collect, texts }
}
