import { type PointerEvent, useRef, useState } from 'react'

/** The dragged row and its target position, as indexes into the list. */
export type Dragging = { from: number; to: number }

/**
 * Drag-and-drop reordering by handles, with a mouse, a pen or a finger. The list stays unchanged until `onDrop`.
 * Callers also offer buttons, for people who cannot drag.
 */
export function useDragOrder(onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [dragging, setDragging] = useState<Dragging>()

  const positionAt = (y: number, from: number) =>
    [...(list.current?.children ?? [])].filter((row, index) => {
      const { top, height } = row.getBoundingClientRect()
      return index !== from && y > top + height / 2
    }).length

  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragging({ from: index, to: index })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (dragging?.from !== index) return
      const to = positionAt(event.clientY, index)
      if (to !== dragging.to) setDragging({ from: index, to })
    },
    onPointerUp() {
      if (dragging?.from !== index) return
      setDragging(undefined)
      if (dragging.to !== index) onDrop(index, dragging.to)
    },
    onPointerCancel: () => setDragging(undefined),
  })

  /** Returns the edge of a row at which the drop indicator is drawn. */
  const edgeOf = (index: number): 'above' | 'below' | undefined => {
    if (!dragging || dragging.to === dragging.from || dragging.to !== index) return undefined
    return dragging.to < dragging.from ? 'above' : 'below'
  }
  return { list, handle, edgeOf, isDragged: (index: number) => dragging?.from === index }
}

/** Returns a copy of a list with one item moved. */
export function moved<T>(parts: readonly T[], from: number, to: number): T[] {
  const others = parts.filter((_, index) => index !== from)
  return [...others.slice(0, to), parts[from]!, ...others.slice(to)]
}
