import type { Clock } from '#platform/clock.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItem, ActionItemSource } from '#features/owner/contract.ts'
import { formatAge, formatPrice } from '#features/tokens/price-format.ts'
import { goneAfterSeconds, priceNames, type PriceSymbol } from '#features/tokens/prices.ts'
import type { Mints, PriceFeed } from './price-feed.ts'
import { sourceName, sourceStatus } from './source-status.ts'

const keyOf = (symbol: string) => `price:${symbol}`

/** Creates the action items of lost prices. A retry is safe; a token without a market cannot be fixed here. */
export function createPriceActionItems({
  feed,
  mints,
  clock,
}: {
  feed: Pick<PriceFeed, 'snapshot' | 'isAsking' | 'fetchNow'>
  mints: () => Mints
  clock: Clock
}): ActionItemSource {
  const lost = () =>
    feed.snapshot().prices.filter(({ symbol, mint, at }) => {
      const isOurs = mints()[symbol as PriceSymbol] === mint
      return isOurs && clock.now().getTime() - at.getTime() >= goneAfterSeconds * 1000
    })
  return {
    kinds: ['price'],
    async list() {
      if (!feed.isAsking) return []
      return lost().map(({ symbol, priceUsd, at, source }): ActionItem => {
        const { responding, failing } = sourceStatus(symbol as PriceSymbol, feed.snapshot().sources)
        return {
          key: keyOf(symbol),
          severity: 'upkeep',
          title: `No price for ${priceNames[symbol as PriceSymbol]} (${symbol}); pages show N/A`,
          detail: [
            `The last price was ${formatPrice(priceUsd)}, from ${sourceName(source)}.`,
            ...failing.map((error) => `${error}.`),
            ...(responding.length > 0
              ? [`The token is no longer listed by ${responding.join(' or ')}. Check whether it still has a market.`]
              : []),
          ].join(' '),
          since: at.toISOString(),
          action: {
            label: 'Retry',
            canUndo: false,
            doneMessage: `${priceNames[symbol as PriceSymbol]} (${symbol}) has a price again.`,
          },
          href: '/admin/settings#health',
        }
      })
    },
    async runAction(key) {
      if (!lost().some(({ symbol }) => keyOf(symbol) === key))
        throw new AppError('not-found', 'This price is available again.')
      await feed.fetchNow()
      const still = lost().find(({ symbol }) => keyOf(symbol) === key)
      if (still) {
        const age = formatAge((clock.now().getTime() - still.at.getTime()) / 1000)
        throw new AppError('conflict', `Still no price after a retry. The last price is ${age} old.`)
      }
    },
    async undo() {
      throw new AppError('conflict', 'A retry changes nothing, so there is nothing to undo.')
    },
  }
}
