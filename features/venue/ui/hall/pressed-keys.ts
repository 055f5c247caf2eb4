import type { Steps } from './walking.ts'

const keys: Record<string, Partial<Steps>> = {
  ArrowUp: { forward: 1 },
  KeyW: { forward: 1 },
  ArrowDown: { forward: -1 },
  KeyS: { forward: -1 },
  ArrowLeft: { rotation: -1 },
  KeyA: { rotation: -1 },
  ArrowRight: { rotation: 1 },
  KeyD: { rotation: 1 },
}

/**
 * Returns the movement for the pressed keys, by their position on the keyboard; opposite keys cancel each other.
 *
 * @param pressed Values of `KeyboardEvent.code`.
 * @returns undefined if none of the keys is for walking.
 */
export function stepsOfKeys(pressed: ReadonlySet<string>): Steps | undefined {
  const known = [...pressed].flatMap((code) => keys[code] ?? [])
  if (known.length === 0) return undefined
  const sum = (kind: keyof Steps) => known.reduce((total, steps) => total + (steps[kind] ?? 0), 0)
  return { forward: Math.sign(sum('forward')), rotation: Math.sign(sum('rotation')) }
}
