import type { IconName } from '#shared/icon-names.ts'
import sheet from './icons.svg?url'

/**
 * An icon named by content. Decorative: the words beside it carry the meaning.
 * The pictures lie on one sheet outside the script, so a longer list costs a page nothing.
 *
 * @param size Edge length in CSS pixels.
 * @see scripts/media/icons/make-icon-sheet.ts
 */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <use href={`${sheet}#${name}`} />
    </svg>
  )
}
