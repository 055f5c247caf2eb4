import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSpectrogram } from './draw-spectrogram.ts'
import { spectrogramSize } from './spectrogram.ts'

test('colors go from plate to sand and never use the accent', async () => {
  const { width, height } = spectrogramSize
  const levels = Uint8Array.from({ length: width * height }, (_, index) =>
    Math.round(((index % width) / (width - 1)) * 255),
  )
  const pixels = await sharp(await drawSpectrogram(levels))
    .removeAlpha()
    .raw()
    .toBuffer()
  const columns = Array.from({ length: width }, (_, column) => [...pixels.subarray(column * 3, column * 3 + 3)])
  expect(Math.max(...columns[0]!)).toBeLessThan(30)
  expect(Math.min(...columns.at(-1)!)).toBeGreaterThan(205)
  const [red, blue] = [0, 2].map((part) => columns.map((colour) => colour[part]!)) as [number[], number[]]
  // The color of sand is slightly warm; the accent color differs by 200.
  expect(Math.max(...red.map((value, column) => value - blue[column]!))).toBeLessThan(45)
})
