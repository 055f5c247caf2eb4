import { useSyncExternalStore } from 'react'

/**
 * Whether pages may set the volume here: some devices leave it to their keys, and what is written is not what is read.
 */
export function useVolumeSupport(): boolean {
  return useSyncExternalStore(subscribeToNothing, isVolumeSupported, () => true)
}

// A device does not change its mind.
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
