import { useEffect, useRef } from 'react'

/** Conditions for automatic rotation. */
export type RotationState = {
  itemCount: number
  /** The visitor paused it. */
  paused: boolean
  hovered: boolean
  focusWithin: boolean
  dialogOpen: boolean
  /** The tab is hidden. */
  hidden: boolean
  reducedMotion: boolean
}

/** With fewer items, all are in view on a desktop. */
export const minItemsToRotate = 4

/** Returns whether a carousel may rotate now: enough items, and no interaction. */
export function mayRotate(state: RotationState): boolean {
  const busy =
    state.paused || state.hovered || state.focusWithin || state.dialogOpen || state.hidden || state.reducedMotion
  return state.itemCount >= minItemsToRotate && !busy
}

/**
 * Calls `advance` every `intervalMs` while {@link mayRotate} allows it. The interval restarts after each interaction.
 *
 * @param ready True once the driver is loaded.
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
