import type { IconName } from '#shared/icon-names.ts'
import sheet from './icon-sheet.svg?url'

/**
 * Icon by its name in the content. Decorative: the text beside it has the meaning.
 *
 * @param size Edge length in CSS pixels.
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
