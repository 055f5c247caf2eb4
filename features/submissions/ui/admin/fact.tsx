import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

/** A labeled fact in a list. */
export function Fact({
  name,
  isFigure = false,
  isWide = false,
  children,
}: {
  name: string
  isFigure?: boolean
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classNames('min-w-0', isWide && 'sm:col-span-2 md:col-span-3')}>
      <dt className="label text-dust">{name}</dt>
      <dd className={classNames('mt-1 [overflow-wrap:anywhere]', isFigure && 'figures')}>{children}</dd>
    </div>
  )
}
