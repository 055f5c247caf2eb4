import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { tokenArtDirection } from './art-directions.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { loadTokens } from './server/catalogue.ts'
import { createPrices } from './server/prices/prices.ts'

/** The tokens feature: both tokens and live prices. */
export const tokens = defineFeature({
  name: 'tokens',
  messages: { en, es },
  create({ config, contentDir, database, changes, edits, clock, log }: FeatureDeps) {
    const markets = {
      get SWDZ() {
        return { mint: config.SWDZ_MINT, buyUrl: config.SWDZ_BUY_URL }
      },
      get SWDX() {
        return { mint: config.SWDX_MINT, buyUrl: config.SWDX_BUY_URL }
      },
    }
    const { service, editable } = loadTokens(contentDir, markets, edits)
    const prices = createPrices({ config, database, changes, clock, log })
    return {
      services: { tokens: service, tokenPrices: { read: prices.read } },
      editable,
      artworkPlaces: [{ slug: 'tokens', name: 'Tokens', path: '/tokens' }],
      artworkSlugs: () => service.list().map(({ symbol }) => symbol.toLowerCase()),
      artDirection: tokenArtDirection,
      routes: prices.routes,
      actionItems: prices.actionItems,
      health: prices.health,
      newsletterRecords: {
        max: Infinity,
        list: () => prices.news().map((news) => ({ kind: 'price' as const, ...news })),
      },
      // Every process has the prices; a lease decides which one fetches them.
      jobs: [defineJob({ name: 'tokens.fetch-prices', role: 'any', start: prices.start, stop: prices.stop })],
      pollNow: prices.pollNow,
    }
  },
})
