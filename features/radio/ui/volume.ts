const key = 'radio-volume'

/** Default volume of the radio, 0…1. */
export const defaultVolume = 0.7

/** Clamps any number to a volume of 0…1, in whole percents. */
export function clampVolume(volume: number): number {
  return Number.isFinite(volume) ? Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100 : defaultVolume
}

/** Returns the volume that this visitor set last. */
export function rememberedVolume(): number {
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? defaultVolume : clampVolume(Number.parseFloat(stored))
  } catch {
    return defaultVolume // Storage may be blocked.
  }
}

export function rememberVolume(volume: number): void {
  try {
    localStorage.setItem(key, String(volume))
  } catch {
    return // Without storage, the volume lasts as long as the page.
  }
}

/** Calls the listener with a volume that the visitor sets in another tab. */
export function onVolumeElsewhere(listener: (volume: number) => void): void {
  window.addEventListener('storage', (event) => {
    // Without a key, the whole storage was cleared.
    if (event.key === key || event.key === null) listener(rememberedVolume())
  })
}
