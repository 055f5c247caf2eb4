import { useSyncExternalStore } from 'react'

/** Returns whether pages can set the volume; some devices reserve it for their keys. */
export function useVolumeSupport(): boolean {
  return useSyncExternalStore(subscribeToNothing, isVolumeSupported, () => true)
}

// The result cannot change.
const subscribeToNothing = () => () => undefined

let isAllowed: boolean | undefined

function isVolumeSupported(): boolean {
  if (isAllowed === undefined) {
    const probe = new Audio()
    probe.volume = 0.5
    isAllowed = probe.volume === 0.5
  }
  return isAllowed
}
