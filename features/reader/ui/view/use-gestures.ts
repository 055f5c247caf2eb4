import { type RefObject, useEffect } from 'react'
import { useReaderStore } from '../state/reader-context.tsx'
import { printedScale } from './page-layout.ts'

/** Minimum horizontal distance of a swipe, with little vertical movement. */
const swipePx = 56
const swipeMs = 600

type Point = { x: number; y: number }

/**
 * Handles gestures on the pages: Ctrl and wheel or pinching zooms around the pointer, a swipe turns a page in Page
 * View.
 *
 * @param anchorUnder Called before every zoom with the viewport point that must stay in place.
 */
export function useGestures(element: RefObject<HTMLElement | null>, anchorUnder: (x: number, y: number) => void): void {
  const store = useReaderStore()
  useEffect(() => {
    const pages = element.current
    if (!pages) return
    const fingers = new Map<number, Point>()
    let pinch: { distance: number; zoom: number } | undefined
    let swipe: (Point & { at: number; id: number }) | undefined
    let frame = 0

    const zoomAbout = (zoom: number, { x, y }: Point) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const { left, top } = pages.getBoundingClientRect()
        anchorUnder(x - left, y - top)
        store.setZoom(zoom)
      })
    }
    let wheelZoom: { zoom: number; until: number } | undefined
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      // Several wheel events arrive before the first zoom is rendered.
      const from = wheelZoom && event.timeStamp < wheelZoom.until ? wheelZoom.zoom : zoomNow()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const zoom = clampZoom(from * Math.exp(-Math.min(Math.max(event.deltaY * lines, -60), 60) * 0.008))
      wheelZoom = { zoom, until: event.timeStamp + 300 }
      zoomAbout(zoom, { x: event.clientX, y: event.clientY })
    }
    const zoomNow = () => store.getState().scale / printedScale

    const onDown = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      swipe =
        fingers.size === 1
          ? { x: event.clientX, y: event.clientY, at: event.timeStamp, id: event.pointerId }
          : undefined
      if (fingers.size === 2) pinch = { distance: distanceOf(fingers), zoom: zoomNow() }
    }
    const onMove = (event: PointerEvent) => {
      if (!fingers.has(event.pointerId)) return
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (pinch && fingers.size === 2)
        zoomAbout(clampZoom((pinch.zoom * distanceOf(fingers)) / pinch.distance), middleOf(fingers))
    }
    const onUp = (event: PointerEvent) => {
      fingers.delete(event.pointerId)
      if (fingers.size < 2) pinch = undefined
    }
    // Pointer events end when the browser starts scrolling; touch events continue until the finger is lifted.
    const onTouchEnd = (event: TouchEvent) => {
      const begun = swipe
      const finger = event.changedTouches[0]
      swipe = undefined
      if (!begun || !finger || event.touches.length > 0 || store.getState().view !== 'page') return
      const [across, down] = [finger.clientX - begun.x, finger.clientY - begun.y]
      if (event.timeStamp - begun.at > swipeMs || Math.abs(across) < swipePx || Math.abs(down) > Math.abs(across) / 2)
        return
      // A page wider than the screen is scrolled, not turned.
      if (pages.scrollWidth > pages.clientWidth + 1 || !getSelection()?.isCollapsed) return
      store.turn(across < 0 ? 1 : -1)
    }

    pages.addEventListener('wheel', onWheel, { passive: false })
    pages.addEventListener('pointerdown', onDown)
    pages.addEventListener('pointermove', onMove)
    pages.addEventListener('pointerup', onUp)
    pages.addEventListener('pointercancel', onUp)
    pages.addEventListener('touchend', onTouchEnd)
    return () => {
      cancelAnimationFrame(frame)
      pages.removeEventListener('wheel', onWheel)
      pages.removeEventListener('pointerdown', onDown)
      pages.removeEventListener('pointermove', onMove)
      pages.removeEventListener('pointerup', onUp)
      pages.removeEventListener('pointercancel', onUp)
      pages.removeEventListener('touchend', onTouchEnd)
    }
  }, [element, anchorUnder, store])
}

const clampZoom = (zoom: number) => Math.min(Math.max(zoom, 0.25), 5)

function distanceOf(fingers: Map<number, Point>): number {
  const [a, b] = [...fingers.values()]
  return Math.max(1, Math.hypot(a!.x - b!.x, a!.y - b!.y))
}

function middleOf(fingers: Map<number, Point>): Point {
  const [a, b] = [...fingers.values()]
  return { x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 }
}
