import { classNames } from './class-names.ts'

/**
 * A plate of the final size while the content is on its way; says nothing to screen readers.
 * It stands still: a pulse has the whole page composed sixty times a second while its scripts start.
 */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('block rounded-plate bg-groove/50', className)} />
}
