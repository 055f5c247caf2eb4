import { classNames } from './class-names.ts'

/** A plate of the final size while the content is on its way; says nothing to screen readers. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-plate bg-groove/50', className)} />
}
