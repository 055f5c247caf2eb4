import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { directionOf, formatAge, formatChange, formatPrice, unknownPrice } from '#features/tokens/price-format.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ShownPrice } from './price-store.ts'

/** What stands where a price will: of its size, so that nothing moves when it comes. */
export function PriceSkeleton({ className }: { className: string }) {
  return (
    <>
      <span className="sr-only noscript:hidden">Loading</span>
      <Skeleton className={`${className} noscript:hidden`} />
      <span className="hidden noscript:inline">
        <Unknown />
      </span>
    </>
  )
}

/** The price, or that there is none. */
export function PriceValue({ price }: { price: Pick<ShownPrice, 'price'> | undefined }) {
  return price?.price == null ? <Unknown /> : <data value={price.price}>{formatPrice(price.price)}</data>
}

/** The change of a day with its sign, its colour and its icon. */
export function PriceChange({ price }: { price: Pick<ShownPrice, 'change24h'> | undefined }) {
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
      {formatChange(price.change24h)}
    </span>
  )
}

/** What a visitor must know beside the number: that it is old, that few trades stand behind it. */
export function PriceMarks({ price, className }: { price: ShownPrice | undefined; className?: string }) {
  if (!price || price.price === null || (!price.isStale && !price.isThin)) return null
  return (
    <span className={classNames('label text-dust', className)}>
      {[price.isStale ? `${formatAge(price.ageSeconds ?? 0)} old` : '', price.isThin ? 'Thin market' : '']
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}

function Unknown() {
  return (
    <abbr title={unknownPrice.words} className="text-sand no-underline">
      {unknownPrice.sign}
    </abbr>
  )
}
