/**
 * Formats a count with its English noun: `1 recipient`, `1,204 recipients`.
 *
 * @param noun Singular of a noun whose plural ends in s.
 */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
