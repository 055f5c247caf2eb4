import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Plus, X } from 'lucide-react'
import { ButtonReason, buttonClass } from '#ui/button.tsx'
import { useSending } from '#ui/use-sending.ts'
import { fieldId } from './entry-form.ts'

/** From this number of items on, there are buttons that move an item to an end of the list. */
const longFrom = 8

/** Returns the id of the message that no more items can be removed. */
export const minNoteId = (path: string) => `min-${fieldId(path)}`

/**
 * Buttons that move or remove one item. They are plain submit buttons; with script the editor handles them without a
 * request.
 */
export function LineButtons({
  path,
  place,
  count,
  min,
  what,
}: {
  path: string
  place: number
  count: number
  min: number
  what: string
}) {
  const { isSending } = useSending()
  const [isFirst, isLast] = [place === 0, place === count - 1]
  const ends = [
    { action: 'first', label: `Move ${what} to the top`, isOff: isFirst, Sign: ArrowUpToLine },
    { action: 'last', label: `Move ${what} to the end`, isOff: isLast, Sign: ArrowDownToLine },
  ] as const
  const buttons = [
    ...(count >= longFrom ? ends : []),
    { action: 'up', label: `Move ${what} up`, isOff: isFirst, Sign: ArrowUp },
    { action: 'down', label: `Move ${what} down`, isOff: isLast, Sign: ArrowDown },
    { action: 'remove', label: `Remove ${what}`, isOff: count <= min, Sign: X },
  ] as const
  return (
    <span className="flex shrink-0">
      {buttons.map(({ action, label, isOff, Sign }) => (
        <button
          key={action}
          id={`${action}-${fieldId(path)}-${place}`}
          type="submit"
          name="act"
          value={`${action}:${path}:${place}`}
          disabled={isOff}
          aria-disabled={isSending || undefined}
          aria-label={label}
          aria-describedby={action === 'remove' && isOff ? minNoteId(path) : undefined}
          title={label}
          formNoValidate
          className="inline-grid size-11 cursor-pointer place-items-center rounded-plate text-dust hover:text-sand disabled:cursor-default disabled:opacity-30 aria-disabled:cursor-default aria-disabled:opacity-30"
        >
          <Sign size={18} strokeWidth={1.5} aria-hidden="true" />
        </button>
      ))}
    </span>
  )
}

/** Button that adds an item at the end. @param max Maximum number of items. */
export function AddLine({ path, label, isFull, max }: { path: string; label: string; isFull: boolean; max: number }) {
  const { isSending } = useSending()
  const id = `add-${fieldId(path)}`
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <button
        id={id}
        type="submit"
        name="act"
        value={`add:${path}`}
        disabled={isFull}
        aria-disabled={isSending || undefined}
        aria-describedby={isFull ? `${id}-reason` : undefined}
        formNoValidate
        className={buttonClass('quiet', 'self-start')}
      >
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        Add {label}
      </button>
      {isFull ? (
        <ButtonReason id={`${id}-reason`}>The maximum is {max}. Remove one to add another.</ButtonReason>
      ) : null}
    </div>
  )
}
