/** Formats a count with thousands separators, in English: `1,204`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US')

/**
 * Formats a count with its English noun: `1 recipient`, `1,204 recipients`.
 *
 * @param noun Singular of a noun whose plural ends in s.
 */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
