import { useEffect, useRef } from 'react'

/** What decides whether a carousel may move by itself. */
export type RotationState = {
  itemCount: number
  /** The visitor pressed pause. */
  paused: boolean
  hovered: boolean
  focusWithin: boolean
  dialogOpen: boolean
  /** The tab is not on screen. */
  hidden: boolean
  reducedMotion: boolean
}

/** Fewer items than this are all on screen at once on a desktop: there is nothing to rotate to. */
export const minItemsToRotate = 4

/** Whether a carousel may move on by itself now: enough items, and nobody looking at or working with one. */
export function mayRotate(state: RotationState): boolean {
  const busy =
    state.paused || state.hovered || state.focusWithin || state.dialogOpen || state.hidden || state.reducedMotion
  return state.itemCount >= minItemsToRotate && !busy
}

/**
 * Calls `advance` every `intervalMs` while {@link mayRotate} allows it. The interval starts anew whenever the visitor
 * lets go.
 *
 * @param ready False until there is something that can be moved.
 */
export function useRotation(
  state: Pick<RotationState, 'itemCount' | 'paused' | 'hovered' | 'focusWithin' | 'reducedMotion'> & {
    intervalMs: number
    ready: boolean
    advance: () => void
  },
): void {
  const { itemCount, paused, hovered, focusWithin, reducedMotion, intervalMs, ready } = state
  const advance = useRef(state.advance)
  useEffect(() => {
    advance.current = state.advance
  })
  useEffect(() => {
    if (!ready) return
    const tick = () => {
      const dialogOpen = document.querySelector('dialog[open]') !== null
      if (mayRotate({ itemCount, paused, hovered, focusWithin, reducedMotion, dialogOpen, hidden: document.hidden }))
        advance.current()
    }
    const timer = setInterval(tick, intervalMs)
    return () => clearInterval(timer)
  }, [itemCount, paused, hovered, focusWithin, reducedMotion, intervalMs, ready])
}
