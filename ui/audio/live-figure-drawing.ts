import { createPlate } from './live-figure-motion.ts'

/** The still image shows a small margin around the plate; the live figure is aligned with the plate in it. */
const frame = { start: -0.035, width: 1.07 }
const grainsPerPixel = 0.14
const maxGrains = 4000
/** Interval at which a resting plate checks for audio. */
const idleMs = 250

/**
 * Draws the figure of a slug, moving with the sound, until it is stopped. Pauses while off screen, in a hidden tab and
 * in silence.
 *
 * @param levels Called once per frame: a level 0–255 for each band, low to high, or undefined while unknown.
 * @returns A function that stops the animation and leaves the last frame in place. Undefined if nothing can be drawn
 * because the canvas has no size or no context.
 */
export function drawLiveFigure(
  canvas: HTMLCanvasElement,
  slug: string,
  levels: () => Uint8Array | undefined,
): (() => void) | undefined {
  const scale = Math.min(2, devicePixelRatio)
  const side = Math.round(canvas.clientWidth * scale)
  const context = side > 0 ? canvas.getContext('2d', { willReadFrequently: true }) : null
  if (!context) return undefined
  canvas.width = canvas.height = side
  const plate = createPlate(slug, Math.min(maxGrains, Math.round(side * side * grainsPerPixel)))
  const grainSide = side > 200 ? 2 : 1
  const image = context.createImageData(side, side)
  const pixels = new Uint32Array(image.data.buffer)
  const sand = colourOf(context, `oklch(0.91 0.045 ${plate.hue})`)

  let isOnScreen = true
  let request = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /**
   * Grains are written as whole pixels, so that they are sharp: drawing thousands of rectangles would drop frames on
   * phones.
   */
  function draw(): void {
    pixels.fill(0)
    for (let at = 0; at < plate.positions.length; at += 2) {
      const x = Math.floor(((plate.positions[at]! - frame.start) / frame.width) * side)
      const y = Math.floor(((plate.positions[at + 1]! - frame.start) / frame.width) * side)
      for (let row = y; row < y + grainSide; row += 1) pixels.fill(sand, row * side + x, row * side + x + grainSide)
    }
    context!.putImageData(image, 0, 0)
  }

  function rotate(): void {
    const moved = plate.shake(levels())
    draw()
    if (moved) request = requestAnimationFrame(rotate)
    else timer = setTimeout(wait, idleMs)
  }

  function wait(): void {
    if (document.hidden || !levels()?.some((level) => level > 0)) timer = setTimeout(wait, idleMs)
    else request = requestAnimationFrame(rotate)
  }

  function rest(): void {
    cancelAnimationFrame(request)
    clearTimeout(timer)
  }

  const watcher = new IntersectionObserver((entries) => {
    const wasOnScreen = isOnScreen
    isOnScreen = entries.at(-1)!.isIntersecting
    if (isOnScreen === wasOnScreen) return
    rest()
    if (isOnScreen) rotate()
  })
  watcher.observe(canvas)
  rotate()
  return () => {
    watcher.disconnect()
    rest()
  }
}

/** Converts a CSS color to the four bytes of a pixel, in the byte order of the machine. */
function colourOf(context: CanvasRenderingContext2D, colour: string): number {
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0]!
}
