import { useEffect, useState } from 'react'
import { type SelectedStretch, selectedStretches } from './selection-passages.ts'

/** Selected text of the pages, and its box on the screen in CSS pixels. */
export type Selected = {
  stretches: SelectedStretch[]
  box: { top: number; bottom: number; left: number; right: number }
}

const restMs = 120

/** Returns the selected text after the selection has settled; undefined if there is none. */
export function useSelected(): Selected | undefined {
  const [selected, setSelected] = useState<Selected>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPressed = false
    const update = () => {
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
      update()
    }
    // Text may have been selected before this was mounted.
    update()
    document.addEventListener('selectionchange', update)
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    // The toolbar follows the text when it scrolls.
    document.addEventListener('scroll', update, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', update)
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
      document.removeEventListener('scroll', update, true)
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
