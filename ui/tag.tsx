import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Small bordered label: a genre, a category, a fact. */
export function Tag({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={classNames(
        'label inline-flex items-center rounded-plate border border-groove px-2.5 py-1 text-dust',
        className,
      )}
    >
      {children}
    </span>
  )
}
