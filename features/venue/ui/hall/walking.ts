import { type Spot, toFloor, walkingSpeed } from '#features/venue/hall/hall-rules.ts'

/** Directions of a walk by keys, -1…1 each: forward and clockwise. */
export type Steps = { forward: number; rotation: number }

/** Rotation in hundredths of a radian per second. */
const rotationSpeed = 210

/** Distance in centimeters within which a goal counts as reached. */
const arrival = 15

/** Returns the unit vector of a heading. Heading 0 points at the stage, towards smaller `z`. */
export function directionOf(heading: number): { x: number; z: number } {
  return { x: Math.sin(heading / 100), z: -Math.cos(heading / 100) }
}

/** Returns the position after walking by keys for some time. */
export function walk(spot: Spot, { forward, rotation }: Steps, seconds: number): Spot {
  const heading = spot.heading + rotation * rotationSpeed * seconds
  const { x, z } = directionOf(heading)
  const distance = forward * walkingSpeed * seconds
  return toFloor({ x: spot.x + x * distance, z: spot.z + z * distance, heading })
}

/**
 * Returns the position after walking towards a goal for some time.
 *
 * @returns `arrived` is true once the goal is reached, or if the edge of the floor blocks the way.
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

/** Returns the difference of two headings the shorter way around, in hundredths of a radian. */
export function headingBetween(from: number, to: number): number {
  const circle = 200 * Math.PI
  return ((((to - from) % circle) + circle * 1.5) % circle) - circle / 2
}
