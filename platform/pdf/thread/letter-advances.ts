import type { Box } from './page-geometry.ts'

type PlacedLetter = { text: string; box: Box | undefined; isUpended?: boolean }

/** All of a line's width. */
const whole = 10_000

/**
 * How far each UTF-16 unit of a line goes, in ten-thousandths of its width.
 *
 * @param text The letters in a row, runs of space made one blank, none at either end.
 * @returns As many numbers as `text` has units, together 10,000; undefined for a line whose letters do not all go the
 *   same way.
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
    // A blank begins where the word before it ends, whatever place it has of its own.
    if (isSpace && !isAfterSpace) starts.push(end)
    isAfterSpace = isSpace
    if (isSpace) continue
    const from = box ? share(box.left) : end
    const to = box ? share(box.right) : end
    // Kerning moves a letter back into the one before it, but never before that one's own start.
    if (from < start) return undefined
    // A ligature is one shape: each of its letters gets the same of it.
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
