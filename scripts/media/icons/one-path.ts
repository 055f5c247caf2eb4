/** One shape of an icon as lucide keeps it: the name of its element and what it says, `["circle", { cx: "12", … }]`. */
export type Shape = [name: string, attributes: Record<string, string>]

/** All that a shape may say if it is to be drawn together with others. React's `key` is of no use once it is. */
const geometry = new Set(['d', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'width', 'height', 'points', 'key'])

/**
 * Draws an icon's shapes as one path, so that a page has two elements for an icon instead of up to ten to style and to lay out.
 * A shape with something of its own, a fill for instance, stays as it is and in its place.
 *
 * @returns The shapes in the order they came in, neighbours together.
 * @throws Error when a shape is of a kind that is not known here.
 * @see https://www.w3.org/TR/SVG2/shapes.html for each shape as a path
 */
export function drawTogether(shapes: Shape[]): Shape[] {
  const drawn: Shape[] = []
  let path: { d: string } | undefined
  for (const [name, attributes] of shapes) {
    if (Object.keys(attributes).some((attribute) => !geometry.has(attribute))) {
      drawn.push([name, attributes])
      path = undefined
    } else if (path) {
      path.d += asPath(name, attributes)
    } else {
      path = { d: asPath(name, attributes) }
      drawn.push(['path', path])
    }
  }
  return drawn
}

function asPath(name: string, attributes: Record<string, string>): string {
  const of = (attribute: string) => Number(attributes[attribute] ?? 0)
  switch (name) {
    case 'path': {
      const { d = '' } = attributes
      // At its beginning `m` counts from the corner, in the middle of a path from where the last shape ended.
      return d.startsWith('m') ? `M0 0${d}` : d
    }
    case 'circle':
      return ellipse(of('cx'), of('cy'), of('r'), of('r'))
    case 'ellipse':
      return ellipse(of('cx'), of('cy'), of('rx'), of('ry'))
    case 'rect':
      return rectangle(of('x'), of('y'), of('width'), of('height'), of(attributes.rx ? 'rx' : 'ry'), of(attributes.ry ? 'ry' : 'rx'))
    case 'polyline':
      return `M${attributes.points}`
    case 'polygon':
      return `M${attributes.points}z`
    default:
      throw new Error(`An icon has a shape that cannot be drawn as a path: ${name}`)
  }
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${short(cx - rx)} ${short(cy)}a${short(rx)} ${short(ry)} 0 1 0 ${short(2 * rx)} 0a${short(rx)} ${short(ry)} 0 1 0 ${short(-2 * rx)} 0z`
}

function rectangle(x: number, y: number, width: number, height: number, rx: number, ry: number): string {
  if (rx === 0) return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`
  const corner = (dx: number, dy: number) => `a${short(rx)} ${short(ry)} 0 0 1 ${short(dx)} ${short(dy)}`
  const across = short(width - 2 * rx)
  const down = short(height - 2 * ry)
  return `M${short(x + rx)} ${short(y)}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}h-${across}${corner(-rx, -ry)}v-${down}${corner(rx, -ry)}z`
}

/** Without the digits that arithmetic leaves behind. */
function short(length: number): number {
  return Number(length.toFixed(3))
}
