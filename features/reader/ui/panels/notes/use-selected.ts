import { useEffect, useState } from 'react'
import { type SelectedStretch, selectedStretches } from './selection-passages.ts'

/** What is selected on the pages, and where on the screen, in CSS pixels. */
export type Selected = {
  stretches: SelectedStretch[]
  box: { top: number; bottom: number; left: number; right: number }
}

const restMs = 120

/** What the visitor has selected in the words of the pages, once they stopped selecting; undefined while nothing is. */
export function useSelected(): Selected | undefined {
  const [selected, setSelected] = useState<Selected>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPressed = false
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isPressed) return
        const selection = getSelection()
        const stretches = selectedStretches(selection)
        const box = stretches.length > 0 ? boxOf(selection!.getRangeAt(0)) : undefined
        setSelected(box ? { stretches, box } : undefined)
      }, restMs)
    }
    const press = (event: PointerEvent) => {
      isPressed = event.pointerType !== 'touch'
    }
    const release = () => {
      isPressed = false
      look()
    }
    // Words may have been selected before this was here.
    look()
    document.addEventListener('selectionchange', look)
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    // The toolbar goes where the words go.
    document.addEventListener('scroll', look, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
      document.removeEventListener('scroll', look, true)
    }
  }, [])
  return selected
}

function boxOf(range: Range): Selected['box'] | undefined {
  const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
  if (boxes.length === 0) return undefined
  return {
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
  }
}
