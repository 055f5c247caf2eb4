import { type Spot, toFloor, walkingSpeed } from '#features/venue/hall/hall-rules.ts'

/** Directions of a walk by keys, -1…1 each: forwards and clockwise. */
export type Steps = { forward: number; rotation: number }

/** Rotation in hundredths of a radian per second. */
const rotationSpeed = 210

/** Distance in centimetres at which a goal is reached. */
const arrival = 15

/** Returns the direction in which a heading points, of length 1. Heading 0 points at the stage, towards smaller `z`. */
export function directionOf(heading: number): { x: number; z: number } {
  return { x: Math.sin(heading / 100), z: -Math.cos(heading / 100) }
}

/** Returns the spot after walking for a while by keys. */
export function walk(spot: Spot, { forward, rotation }: Steps, seconds: number): Spot {
  const heading = spot.heading + rotation * rotationSpeed * seconds
  const { x, z } = directionOf(heading)
  const distance = forward * walkingSpeed * seconds
  return toFloor({ x: spot.x + x * distance, z: spot.z + z * distance, heading })
}

/**
 * Returns the spot after walking towards a goal for a while.
 *
 * @returns `arrived` once the goal is reached, or the edge of the floor keeps the guest from it.
 */
export function walkTowards(
  spot: Spot,
  goal: { x: number; z: number },
  seconds: number,
): { spot: Spot; arrived: boolean } {
  const target = toFloor({ ...goal, heading: 0 })
  const [byX, byZ] = [target.x - spot.x, target.z - spot.z]
  const distance = Math.hypot(byX, byZ)
  if (distance <= arrival) return { spot, arrived: true }
  const share = Math.min(1, (walkingSpeed * seconds) / distance)
  const heading = Math.atan2(byX, -byZ) * 100
  return { spot: toFloor({ x: spot.x + byX * share, z: spot.z + byZ * share, heading }), arrived: false }
}

/** Returns the difference of two headings by the shorter way, in hundredths of a radian. */
export function headingBetween(from: number, to: number): number {
  const circle = 200 * Math.PI
  return ((((to - from) % circle) + circle * 1.5) % circle) - circle / 2
}
