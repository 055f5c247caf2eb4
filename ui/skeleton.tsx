import { classNames } from './class-names.ts'

/**
 * Placeholder of the final size while content loads; hidden from screen readers. Not animated, because a pulse would
 * composite the whole page 60 times a second while scripts start.
 */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('block rounded-plate bg-groove/50', className)} />
}
