import { afterEach, expect, test, vi } from 'vitest'
import { drawLiveFigure } from './live-figure-drawing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Canvas as browsers implement it: images are at least one pixel wide. */
function canvasOf(clientWidth: number, context: object | null): HTMLCanvasElement {
  vi.stubGlobal('devicePixelRatio', 2)
  return { clientWidth, width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement
}

test('a canvas without a size keeps the static figure', () => {
  const strict = {
    createImageData() {
      throw new DOMException('The source width is zero.', 'IndexSizeError')
    },
  }
  expect(drawLiveFigure(canvasOf(0, strict), 'luna-swade', () => undefined)).toBeUndefined()
})

test('a browser without a canvas keeps the static figure', () => {
  expect(drawLiveFigure(canvasOf(48, null), 'luna-swade', () => undefined)).toBeUndefined()
})
