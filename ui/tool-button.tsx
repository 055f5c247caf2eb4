import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { classNames } from '#ui/class-names.ts'

/**
 * A toolbar button; `label` is its name and tooltip, shown beside the icon with `isLabelled`; `isPressed` makes it a
 * toggle.
 */
export function ToolButton({
  Icon,
  label,
  isPressed,
  isLabelled = false,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  'Icon': LucideIcon
  'label': string
  'isPressed'?: boolean
  'isLabelled'?: boolean
  'data-panel'?: string
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={isLabelled ? undefined : label}
      aria-pressed={isPressed}
      {...rest}
      className={classNames(
        'shrink-0 cursor-pointer items-center text-dust transition-colors enabled:hover:text-sand disabled:cursor-not-allowed disabled:opacity-40 aria-pressed:text-live aria-pressed:shadow-[inset_0_-2px_0_currentColor] focus-visible:-outline-offset-2',
        isLabelled ? 'flex min-h-12 gap-3 px-3 text-left text-small' : 'grid size-11 place-items-center',
        className,
      )}
    >
      <Icon size={18} />
      {isLabelled ? label : null}
    </button>
  )
}
