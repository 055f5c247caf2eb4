import { figureOf, grains, type Frame } from '../../../shared/chladni.ts'

type Drawing = { slug: string; count: number; frame?: Frame; edge?: 'free' | 'none'; label?: string }

/**
 * The figure of a slug as sand, ready to print: each grain is a zero-length stroke with a round cap,
 * in three sizes, so that fifteen thousand of them stay small and sharp at any zoom.
 */
export function figureSvg({ slug, count, frame, edge = 'free', label }: Drawing): string {
  const plate = frame ?? { left: 0, top: 0, width: 1, height: 1 }
  const points = grains(figureOf(slug), count, { frame: plate, edge })
  const sizes: [string[], string[], string[]] = [[], [], []]
  for (let index = 0; index < count; index += 1) {
    const x = (((points[index * 2] ?? 0) - plate.left) * 1000).toFixed(1)
    const y = (((points[index * 2 + 1] ?? 0) - plate.top) * 1000).toFixed(1)
    sizes[index % 8 === 0 ? 2 : index % 3 === 0 ? 1 : 0].push(`M${x} ${y}h0`)
  }
  const role = label ? `role="img" aria-label="${label}"` : 'aria-hidden="true"'
  const [fine, middle, coarse] = sizes.map((size) => size.join(''))
  return (
    `<svg class="figure" viewBox="0 0 ${plate.width * 1000} ${plate.height * 1000}" ${role}>` +
    `<path class="fine" d="${fine}"/><path class="middle" d="${middle}"/><path class="coarse" d="${coarse}"/></svg>`
  )
}
