import { useSyncExternalStore } from 'react'

/** Device class: on a `desktop` the room opens in the page, on a `phone` or tablet in its app. */
export type Device = 'desktop' | 'phone'

/** Facts about the device that the browser reports. */
export type DeviceFacts = {
  userAgent: string
  /** User agent client hint, if available. */
  isMobile: boolean | undefined
  touchPoints: number
  /** True if the primary pointer is touch. */
  isCoarse: boolean
  /** True if a mouse, a trackpad or a pen is available. */
  hasFinePointer: boolean
}

/**
 * Classifies a device by capabilities as well as by user agent: tablets often identify as a Mac, and laptops may have
 * touch screens.
 */
export function deviceOf({ userAgent, isMobile, touchPoints, isCoarse, hasFinePointer }: DeviceFacts): Device {
  if (isMobile || /Android|iPhone|iPad|iPod|Mobi|Windows Phone|Silk\//i.test(userAgent)) return 'phone'
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'phone'
  return isCoarse && !hasFinePointer ? 'phone' : 'desktop'
}

/** Returns the visitor's device class; undefined on the server, which renders one page for all visitors. */
export function useDevice(): Device | undefined {
  return useSyncExternalStore<Device | undefined>(subscribeToNothing, readDevice, () => undefined)
}

/** Returns whether the browser supports WebGL. Called on click, because the check costs some memory. */
export function canDraw(): boolean {
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('webgl2') ?? canvas.getContext('webgl')
  drawing?.getExtension('WEBGL_lose_context')?.loseContext()
  return drawing !== null
}

/**
 * Returns whether the processor draws WebGL because the browser uses no graphics card. Such devices get a simpler room.
 * False if the browser does not say.
 */
export function drawsInSoftware(): boolean {
  const drawing = document.createElement('canvas').getContext('webgl2')
  const facts = drawing?.getExtension('WEBGL_debug_renderer_info')
  const renderer = facts ? String(drawing?.getParameter(facts.UNMASKED_RENDERER_WEBGL)) : ''
  drawing?.getExtension('WEBGL_lose_context')?.loseContext()
  return isSoftwareRenderer(renderer)
}

/** Returns whether a renderer, as WebGL names it, is a program that computes the image on the processor. */
export function isSoftwareRenderer(name: string): boolean {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)
}

// The device class does not change while the page is open.
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
