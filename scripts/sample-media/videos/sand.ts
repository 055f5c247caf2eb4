import { surfaceOf } from '../../../shared/chladni.ts'
import { randomFrom } from '../../../shared/chladni-random.ts'
import type { Scene } from './films.ts'
import type { Shake } from './loudness-curve.ts'

const columns = 320
const rows = 180
const changeSeconds = 1.4
/** The share of grains that fall anew in a frame: the film's hand keeps strewing, so no line runs dry. */
const strewnPerFrame = 0.003

/** Grains on the plate: places in frame heights (x from 0 to 16/9), and how fast each moved last. */
export type Sand = { x: Float32Array; y: Float32Array; speed: Float32Array }

/** A plate with sand on it; each call of `step` is one frame. */
export function sandOn(
  scenes: Scene[],
  grains: number,
  seed: number,
): { sand: Sand; step: (seconds: number, shake: Shake) => void } {
  const random = randomFrom(seed)
  const width = 16 / 9
  const surfaces = scenes.map((scene) => gridOf(scene))
  const sand: Sand = { x: new Float32Array(grains), y: new Float32Array(grains), speed: new Float32Array(grains) }
  for (let grain = 0; grain < grains; grain += 1) {
    sand.x[grain] = random() * width
    sand.y[grain] = random()
  }
  const field = new Float32Array(columns * rows)

  function step(seconds: number, shake: Shake): void {
    blend(field, scenes, surfaces, seconds)
    const drift = 0.0002 + 0.00035 * shake.level
    const rest = 0.0022 + 0.0022 * shake.level
    const throwing = 0.002 + 0.008 * shake.level + 0.03 * shake.beat
    for (let grain = 0; grain < grains; grain += 1) {
      const column = Math.min(columns - 2, Math.max(1, Math.floor((sand.x[grain]! / width) * columns)))
      const row = Math.min(rows - 2, Math.max(1, Math.floor(sand.y[grain]! * rows)))
      const at = row * columns + column
      const here = field[at]!
      // Sand slides down the slope of the swing and is thrown the further the more the plate swings under it.
      const slopeX = (field[at + 1]! ** 2 - field[at - 1]! ** 2) * rows
      const slopeY = (field[at + columns]! ** 2 - field[at - columns]! ** 2) * rows
      const thrown = rest + throwing * Math.min(1, Math.abs(here) * 2)
      const moveX = -drift * Math.max(-9, Math.min(9, slopeX)) + thrown * (random() + random() - 1)
      const moveY = -drift * Math.max(-9, Math.min(9, slopeY)) + thrown * (random() + random() - 1)
      sand.x[grain] = sand.x[grain]! + moveX
      sand.y[grain] = sand.y[grain]! + moveY
      sand.speed[grain] = sand.speed[grain]! * 0.7 + 0.3 * Math.hypot(moveX, moveY)
      const lost = random() < strewnPerFrame
      if (lost || sand.x[grain]! < 0 || sand.x[grain]! >= width || sand.y[grain]! < 0 || sand.y[grain]! >= 1) {
        sand.x[grain] = random() * width
        sand.y[grain] = random()
      }
    }
  }
  return { sand, step }
}

/** The swing of a scene on a grid a little larger than the plate, so that a wide frame is full. */
function gridOf(scene: Scene): Float32Array {
  const swing = surfaceOf(scene.motion)
  const grid = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      grid[row * columns + column] = swing(0.5 + (column + 0.5 - columns / 2) / rows, (row + 0.5) / rows)
    }
  }
  const mean = Math.sqrt(grid.reduce((sum, value) => sum + value * value, 0) / grid.length)
  return grid.map((value) => (value / mean) * 0.4)
}

function blend(field: Float32Array, scenes: Scene[], surfaces: Float32Array[], seconds: number): void {
  let now = 0
  while (now + 1 < scenes.length && scenes[now + 1]!.at <= seconds) now += 1
  const surface = surfaces[now]!
  const before = surfaces[now - 1]
  const progress = before ? Math.min(1, (seconds - scenes[now]!.at) / changeSeconds) : 1
  const share = progress * progress * (3 - 2 * progress)
  for (let at = 0; at < field.length; at += 1)
    field[at] = surface[at]! * share + (before ? before[at]! * (1 - share) : 0)
}
