import { encoded, linearLight, type Rgb } from './plate-colour.ts'
import type { Sand } from './sand.ts'

export const frameWidth = 640
export const frameHeight = 360

/** Draws frames: a warm black plate, sand on it, and the artist's hue where grains are in flight. */
export function painter(hue: number): (sand: Sand, light: number) => Buffer {
  const plate = linearLight(0.16, 0.012, 60)
  const resting = linearLight(0.9, 0.025, 82)
  const flying = linearLight(0.76, 0.15, hue)
  const density = new Float32Array(frameWidth * frameHeight)
  const motion = new Float32Array(frameWidth * frameHeight)
  const frame = Buffer.alloc(frameWidth * frameHeight * 3)

  return (sand, light) => {
    // What was there fades over a few frames: the eye sees paths instead of jumping dots.
    for (let at = 0; at < density.length; at += 1) {
      density[at] = density[at]! * 0.7
      motion[at] = motion[at]! * 0.7
    }
    for (let grain = 0; grain < sand.x.length; grain += 1) {
      strew(
        density,
        motion,
        sand.x[grain]! * frameHeight,
        sand.y[grain]! * frameHeight,
        Math.min(1, Math.max(0, sand.speed[grain]! - 0.0024) * 220),
      )
    }
    for (let at = 0; at < density.length; at += 1) {
      const amount = density[at]!
      const cover = 1 - Math.exp(-amount * 0.85)
      const flight = amount > 0.02 ? Math.min(1, motion[at]! / amount) : 0
      const column = (at % frameWidth) / frameWidth - 0.5
      const row = Math.floor(at / frameWidth) / frameHeight - 0.5
      const corner = 1 - 0.55 * (column * column + row * row) * 2
      for (let channel = 0; channel < 3; channel += 1) {
        frame[at * 3 + channel] = encoded(mixed(plate, resting, flying, cover, flight, channel) * corner * light)
      }
    }
    return frame
  }
}

function mixed(plate: Rgb, resting: Rgb, flying: Rgb, cover: number, flight: number, channel: number): number {
  const grain = resting[channel]! * (1 - flight) + flying[channel]! * flight
  return plate[channel]! * (1 - cover) + grain * cover
}

/** One grain over the four pixels it touches. */
function strew(density: Float32Array, motion: Float32Array, x: number, y: number, speed: number): void {
  const left = Math.floor(x - 0.5)
  const top = Math.floor(y - 0.5)
  const right = x - 0.5 - left
  const below = y - 0.5 - top
  for (let corner = 0; corner < 4; corner += 1) {
    const column = left + (corner & 1)
    const row = top + (corner >> 1)
    if (column < 0 || row < 0 || column >= frameWidth || row >= frameHeight) continue
    const share = (corner & 1 ? right : 1 - right) * (corner >> 1 ? below : 1 - below) * 0.3
    density[row * frameWidth + column]! += share
    motion[row * frameWidth + column]! += share * speed
  }
}
