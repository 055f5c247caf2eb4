import { GripVertical } from 'lucide-react'
import type { HTMLAttributes } from 'react'

/** Handle for dragging a row. The buttons beside it do the same by keyboard, so the handle is not focusable. */
export function DragHandle(pointing: HTMLAttributes<HTMLSpanElement>) {
  return (
    <span
      {...pointing}
      aria-hidden="true"
      title="Drag to reorder"
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-dust select-none hover:text-sand active:cursor-grabbing noscript:hidden"
    >
      <GripVertical size={18} strokeWidth={1.5} />
    </span>
  )
}

/** Returns the classes of a row: faded while dragged, with a line at the drop position. */
export function dragClass(isDragged: boolean, edge: 'above' | 'below' | undefined): string {
  return [
    isDragged ? 'opacity-50' : '',
    edge === 'above' ? 'shadow-[inset_0_2px_0_var(--color-live)] forced-colors:border-t-4' : '',
    edge === 'below' ? 'shadow-[inset_0_-2px_0_var(--color-live)] forced-colors:border-b-4' : '',
  ].join(' ')
}
