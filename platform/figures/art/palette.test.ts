import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hexOf, palette, rgbOf } from './palette.ts'

test('known OKLCH colors convert as in browsers', () => {
  expect(rgbOf({ lightness: 1, chroma: 0, hue: 0 })).toEqual([255, 255, 255])
  expect(rgbOf({ lightness: 0, chroma: 0, hue: 0 })).toEqual([0, 0, 0])
  expect(hexOf({ lightness: 0.627955, chroma: 0.257683, hue: 29.2339 })).toBe('#ff0000')
  expect(hexOf({ lightness: 0.452014, chroma: 0.313214, hue: 264.052 })).toBe('#0000ff')
})

test('artwork uses the colors of the style sheet', () => {
  const sheet = readFileSync(new URL('../../../app/app.css', import.meta.url), 'utf8')
  for (const [name, { lightness, chroma, hue }] of Object.entries(palette)) {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(sheet).toContain(`--color-${token}: oklch(${lightness} ${chroma} ${hue})`)
  }
})
