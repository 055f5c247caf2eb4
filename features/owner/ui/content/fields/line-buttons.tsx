import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { ButtonReason, buttonClass } from '#ui/button.tsx'
import { fieldId } from '../entry-form.ts'

/** Where it stands that no more lines can be removed. */
export const leastId = (path: string) => `least-${fieldId(path)}`

/** Moves and removes one line. Plain submit buttons: with script the editor does the act itself and nothing travels. */
export function LineButtons({
  path,
  place,
  count,
  least,
  what,
}: {
  path: string
  place: number
  count: number
  least: number
  what: string
}) {
  const buttons = [
    { act: 'up', label: `Move ${what} up`, isOff: place === 0, Sign: ArrowUp },
    { act: 'down', label: `Move ${what} down`, isOff: place === count - 1, Sign: ArrowDown },
    { act: 'remove', label: `Remove ${what}`, isOff: count <= least, Sign: X },
  ] as const
  return (
    <span className="flex shrink-0">
      {buttons.map(({ act, label, isOff, Sign }) => (
        <button
          key={act}
          id={`${act}-${fieldId(path)}-${place}`}
          type="submit"
          name="act"
          value={`${act}:${path}:${place}`}
          disabled={isOff}
          aria-label={label}
          aria-describedby={act === 'remove' && isOff ? leastId(path) : undefined}
          title={label}
          formNoValidate
          className="inline-grid size-11 cursor-pointer place-items-center rounded-plate text-dust hover:text-sand disabled:cursor-default disabled:opacity-30"
        >
          <Sign size={18} strokeWidth={1.5} aria-hidden="true" />
        </button>
      ))}
    </span>
  )
}

/** Adds a line at the end. @param most So many there can be. */
export function AddLine({ path, label, isFull, most }: { path: string; label: string; isFull: boolean; most: number }) {
  const id = `add-${fieldId(path)}`
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <button
        id={id}
        type="submit"
        name="act"
        value={`add:${path}`}
        disabled={isFull}
        aria-describedby={isFull ? `${id}-reason` : undefined}
        formNoValidate
        className={buttonClass('quiet', 'self-start')}
      >
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        Add {label}
      </button>
      {isFull ? (
        <ButtonReason id={`${id}-reason`}>The maximum is {most}. Remove one to add another.</ButtonReason>
      ) : null}
    </div>
  )
}
