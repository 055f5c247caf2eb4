import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

/**
 * Square button of a player; its accessible name is its action.
 *
 * @param isMain True for the main action.
 * @param isPressed State of a toggle button.
 */
export function PlayerButton(props: {
  label: string
  onPress(): void
  isMain?: boolean
  isPressed?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-pressed={props.isPressed}
      title={props.label}
      onClick={props.onPress}
      className={classNames(
        'label inline-flex shrink-0 cursor-pointer items-center justify-center gap-1 rounded-plate transition-colors',
        props.isMain ? 'size-14 bg-live text-plate hover:bg-sand' : 'h-11 min-w-11 text-sand hover:text-live',
      )}
    >
      {props.children}
    </button>
  )
}
