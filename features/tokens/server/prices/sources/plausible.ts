/** No token of this world costs more; whatever does is a fault or a prank. */
const maxUsd = 1e9

/** What is below this is dust of floating point. */
const minUsd = 1e-15

/** A price as a number, when it can be one. */
export function plausiblePrice(value: unknown): number | undefined {
  return typeof value === 'number' && value >= minUsd && value <= maxUsd ? value : undefined
}

/** A change in percent: nothing loses more than all of itself. */
export function plausibleChange(value: unknown): number | null {
  return typeof value === 'number' && value >= -100 && value <= 1e6 ? value : null
}

/** Dollars in a pool. */
export function plausibleLiquidity(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1e13 ? value : null
}

/** A property of an answer's object itself, whatever the answer is. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

/** A short plain word of an answer, such as the name of a market; empty when it is none. */
export function plainWord(value: unknown): string {
  return typeof value === 'string' && /^[\w .-]{1,60}$/.test(value) ? value : ''
}
