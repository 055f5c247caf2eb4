import type { OneShot } from './speaker-machine.ts'

const prepared = new Map<string, HTMLAudioElement>()

/**
 * Loads a one-shot in advance. Call it inside a user gesture, because strict devices otherwise refuse to play it later.
 */
export function prepareEffect(url: string): HTMLAudioElement {
  const element = prepared.get(url) ?? new Audio(url)
  if (!prepared.has(url)) {
    element.preload = 'auto'
    prepared.set(url, element)
  }
  return element
}

/**
 * Plays a one-shot from its beginning.
 *
 * @returns A function that stops it; calling it after the end has no effect.
 */
export function playEffect({ url, volume }: OneShot): () => void {
  const element = prepareEffect(url)
  element.volume = volume
  element.currentTime = 0
  // The one-shot is decorative, so a device may refuse it.
  element.play().catch(() => {})
  return () => element.pause()
}
