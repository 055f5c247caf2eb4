import { useSyncExternalStore } from 'react'

/** Where the room is entered: in the page on a `desktop`, in an app of its own on a `phone` (and a tablet). */
export type Device = 'desktop' | 'phone'

/** What a browser says of the thing it runs on. */
export type DeviceFacts = {
  userAgent: string
  /** By the browser's own word, where it gives one. */
  isMobile: boolean | undefined
  touchPoints: number
  /** The main pointer is a finger. */
  isCoarse: boolean
  /** A mouse, a trackpad or a pen is there as well. */
  hasFinePointer: boolean
}

/**
 * Told by what the thing can do as well as by what it calls itself: a tablet often calls itself a Mac, and a laptop may
 * be touched.
 */
export function deviceOf({ userAgent, isMobile, touchPoints, isCoarse, hasFinePointer }: DeviceFacts): Device {
  if (isMobile || /Android|iPhone|iPad|iPod|Mobi|Windows Phone|Silk\//i.test(userAgent)) return 'phone'
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'phone'
  return isCoarse && !hasFinePointer ? 'phone' : 'desktop'
}

/** The visitor's device; undefined while the page is rendered on the server, which makes one page for all. */
export function useDevice(): Device | undefined {
  return useSyncExternalStore<Device | undefined>(subscribeToNothing, readDevice, () => undefined)
}

/** Whether this browser can draw a room at all. Asked on a press: finding out costs a little memory. */
export function canDraw(): boolean {
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('webgl2') ?? canvas.getContext('webgl')
  drawing?.getExtension('WEBGL_lose_context')?.loseContext()
  return drawing !== null
}

// A device does not change its mind while a page stands.
const subscribeToNothing = () => () => undefined

let device: Device | undefined

function readDevice(): Device {
  device ??= deviceOf({
    userAgent: navigator.userAgent,
    isMobile: (navigator as { userAgentData?: { mobile?: boolean } }).userAgentData?.mobile,
    touchPoints: navigator.maxTouchPoints,
    isCoarse: matchMedia('(pointer: coarse)').matches,
    hasFinePointer: matchMedia('(any-pointer: fine)').matches,
  })
  return device
}
