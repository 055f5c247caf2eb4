/** Maximum plausible price; anything above is an error. */
const maxUsd = 1e9

/** Minimum plausible price; anything below is floating point noise. */
const minUsd = 1e-15

/** Returns a plausible price, or undefined. */
export function plausiblePrice(value: unknown): number | undefined {
  return typeof value === 'number' && value >= minUsd && value <= maxUsd ? value : undefined
}

/** Returns a plausible change in percent, or null. A price cannot lose more than 100 percent. */
export function plausibleChange(value: unknown): number | null {
  return typeof value === 'number' && value >= -100 && value <= 1e6 ? value : null
}

/** Returns plausible liquidity in US dollars, or null. */
export function plausibleLiquidity(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1e13 ? value : null
}

/** Returns an own property of a value of any type. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

/** Returns a short plain text such as the name of a market, otherwise an empty string. */
export function plainWord(value: unknown): string {
  return typeof value === 'string' && /^[\w .-]{1,60}$/.test(value) ? value : ''
}
