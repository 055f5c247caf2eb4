import type { OneShot } from './speaker-machine.ts'

const prepared = new Map<string, HTMLAudioElement>()

/** Loads a one-shot ahead of its moment; inside a visitor's gesture, so that strict devices let it sound later. */
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
 * @returns A function that cuts it off; harmless when it is over.
 */
export function playEffect({ url, volume }: OneShot): () => void {
  const element = prepareEffect(url)
  element.volume = volume
  element.currentTime = 0
  // A device that refuses it has lost an ornament.
  element.play().catch(() => {})
  return () => element.pause()
}
