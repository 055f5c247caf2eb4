import type { Box } from './page-geometry.ts'

type PlacedLetter = { text: string; box: Box | undefined; isUpended?: boolean }

/** The whole width of a line. */
const whole = 10_000

/**
 * Computes the width of each UTF-16 unit of a line, in ten-thousandths of its width.
 *
 * @param text Letters of a line, with single spaces between words and none at the ends.
 * @returns One number per unit of `text`, 10,000 in total; undefined for lines of mixed direction.
 */
export function advancesOf(
  letters: readonly PlacedLetter[],
  text: string,
  left: number,
  right: number,
): number[] | undefined {
  if (right <= left || letters.some(({ isUpended }) => isUpended)) return undefined
  const share = (x: number) => Math.min(whole, Math.max(0, Math.round(((x - left) / (right - left)) * whole)))
  const starts: number[] = []
  let start = 0
  let end = 0
  let isAfterSpace = true
  for (const { text: units, box } of letters) {
    const isSpace = units.trim() === ''
    // A space starts where the previous word ends.
    if (isSpace && !isAfterSpace) starts.push(end)
    isAfterSpace = isSpace
    if (isSpace) continue
    const from = box ? share(box.left) : end
    const to = box ? share(box.right) : end
    // Kerning may overlap letters, but never before the start of the previous one.
    if (from < start) return undefined
    // The letters of a ligature share its width evenly.
    for (let unit = 0; unit < units.length; unit += 1)
      starts.push(Math.round(from + ((to - from) * unit) / units.length))
    start = from
    end = Math.max(from, to)
  }
  if (starts.length === text.length + 1) starts.pop()
  if (starts.length !== text.length) return undefined
  let last = 0
  const edges = [...starts.slice(1), whole].map((edge) => (last = Math.max(last, edge)))
  return edges.map((edge, index) => edge - (edges[index - 1] ?? 0))
}
