import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl/react'
import { directionOf, formatAge, priceFormats } from '#features/tokens/price-format.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ShownPrice } from './price-store.ts'

/** Placeholder of a price in its size, so that nothing moves. */
export function PriceSkeleton({ className }: { className: string }) {
  const t = useTranslations('tokens.prices')
  return (
    <>
      <span className="sr-only noscript:hidden">{t('loading')}</span>
      <Skeleton className={`${className} noscript:hidden`} />
      <span className="hidden noscript:inline">
        <Unknown />
      </span>
    </>
  )
}

/** Shows a price or N/A. */
export function PriceValue({ price }: { price: Pick<ShownPrice, 'price'> | undefined }) {
  const format = priceFormats(useLocale())
  return price?.price == null ? <Unknown /> : <data value={price.price}>{format.price(price.price)}</data>
}

/** Shows the daily change with sign, color and icon. */
export function PriceChange({ price }: { price: Pick<ShownPrice, 'change24h'> | undefined }) {
  const format = priceFormats(useLocale())
  if (price?.change24h == null) return <Unknown />
  const direction = directionOf(price.change24h)
  const Icon = { up: ArrowUp, down: ArrowDown, level: Minus }[direction]
  return (
    <span
      data-direction={direction}
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap',
        direction === 'up' && 'text-gain',
        direction === 'down' && 'text-loss',
        direction === 'level' && 'text-dust',
      )}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
      {format.change(price.change24h)}
    </span>
  )
}

/** Marks of a price: stale, thin market. */
export function PriceFlags({ price, className }: { price: ShownPrice | undefined; className?: string }) {
  const t = useTranslations('tokens.prices')
  if (!price || price.price === null || (!price.isStale && !price.isThin)) return null
  return (
    <span className={classNames('label text-dust', className)}>
      {[price.isStale ? t('old', { age: formatAge(price.ageSeconds ?? 0) }) : '', price.isThin ? t('thin') : '']
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}

function Unknown() {
  const t = useTranslations('tokens.prices')
  return (
    <abbr title={t('unknownLabel')} className="text-sand no-underline">
      {t('unknown')}
    </abbr>
  )
}
