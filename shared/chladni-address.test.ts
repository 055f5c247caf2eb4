import { expect, test } from 'vitest'
import {
  figureAddress,
  figureHeight,
  figureRatios,
  figureVersion,
  figureWidths,
  findFigureImage,
} from './chladni-address.ts'

test('every address is parsed back to its image', () => {
  for (const variant of Object.keys(figureRatios) as (keyof typeof figureRatios)[]) {
    for (const width of figureWidths) {
      const picture = { slug: 'era-1983-1993', variant, width }
      for (const key of [undefined, '0a1b2c3d']) {
        const name = figureAddress(picture, key).replace('/figures/', '')
        expect(findFigureImage(name)).toEqual({ ...picture, key: key ?? figureVersion })
      }
    }
  }
})

test.each([
  'rio-swade.square.321.webp',
  'rio-swade.round.320.webp',
  'rio-swade.toString.320.webp',
  'rio-swade.square.320',
  'rio-swade.square.320.',
  'rio-swade.square.320.0a1b2c3d.webp',
  'rio-swade.square.320.0A1B2C3D',
  'rio-swade.square.0320.webp',
  'Rio-Swade.square.320.webp',
  '../rio.square.320.webp',
  'rio--swade.square.320.webp',
  '.square.320.webp',
  '',
])('%j does not name an image', (name) => {
  expect(findFigureImage(name)).toBeUndefined()
})

test('heights are whole pixels', () => {
  expect(figureHeight('wide', 1600)).toBe(900)
  expect(figureHeight('cover', 320)).toBe(480)
  expect(figureHeight('square', 333)).toBe(333)
})
