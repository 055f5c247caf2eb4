import { afterEach, expect, test, vi } from 'vitest'
import { onVolumeElsewhere } from './volume.ts'

afterEach(() => vi.unstubAllGlobals())

test('the volume of another tab is adopted, clamped to the valid range', () => {
  const kept = new Map<string, string>()
  const tab = new EventTarget()
  vi.stubGlobal('window', tab)
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  const volumes: number[] = []
  onVolumeElsewhere((volume) => volumes.push(volume))
  const changes = (key: string | null) => tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
  for (const value of ['0.35', '7', 'loud']) {
    kept.set('radio-volume', value)
    changes('radio-volume')
  }
  changes('something-else')
  kept.clear()
  changes(null)
  expect(volumes).toEqual([0.35, 1, 0.7, 0.7])
})
