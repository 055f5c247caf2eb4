/** One shape of an icon as lucide keeps it: the name of its element and what it says, `["circle", { cx: "12", … }]`. */
export type Shape = [name: string, attributes: Record<string, string>, ...children: unknown[]]

/** What lucide keeps of an icon: its name, the edge of its square and the shapes on it. */
export type IconData = { name: string; size: number; node: Shape[] }

/** Which attributes say where a shape runs. One with others, a fill for instance, cannot be drawn together with its neighbours. */
const geometry: Record<string, readonly string[]> = {
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  line: ['x1', 'y1', 'x2', 'y2'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
  polyline: ['points'],
  polygon: ['points'],
}

/**
 * Draws an icon's shapes as one path, so that a page has two elements for an icon instead of up to ten to style and to lay out.
 * A shape with something of its own, a fill for instance, stays as it is and in its place. The drawing is the same as long as the icon is
 * not filled as a whole: where shapes lie over each other, a fill of one path may leave holes.
 *
 * @returns The shapes in the order they came in, neighbours together, each with a `key` for React.
 * @throws Error with the icon's name when a shape is of a kind that is not known here, or its numbers are none.
 * @see https://www.w3.org/TR/SVG2/shapes.html for each shape as a path
 */
export function drawTogether({ name: icon, node }: Pick<IconData, 'name' | 'node'>): Shape[] {
  const drawn: Shape[] = []
  let path: { d: string; key: string } | undefined
  for (const shape of node) {
    const [name, { key: _, ...attributes }, ...children] = shape
    const known = geometry[name]
    if (!known || children.length > 0) throw new Error(`The icon ${icon} has a shape that cannot be drawn as a path: ${name}`)
    if (Object.keys(attributes).some((attribute) => !known.includes(attribute))) {
      drawn.push(shape)
      path = undefined
      continue
    }
    const d = asPath(name, attributes)
    if (!d || /NaN|undefined/.test(d)) throw new Error(`The icon ${icon} has a ${name} without its numbers`)
    if (path) {
      // At its beginning `m` counts from the corner, in the middle of a path from where the last shape ended.
      path.d += d.startsWith('m') ? `M0 0${d}` : d
    } else {
      path = { d, key: String(drawn.length) }
      drawn.push(['path', path])
    }
  }
  return drawn
}

function asPath(name: string, attributes: Record<string, string>): string {
  const of = (attribute: string) => Number(attributes[attribute] ?? 0)
  switch (name) {
    case 'circle':
      return ellipse(of('cx'), of('cy'), of('r'), of('r'))
    case 'ellipse':
      return ellipse(of('cx'), of('cy'), of('rx'), of('ry'))
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`
    case 'rect':
      return rectangle(of('x'), of('y'), of('width'), of('height'), of(attributes.rx ? 'rx' : 'ry'), of(attributes.ry ? 'ry' : 'rx'))
    case 'polyline':
      return `M${attributes.points}`
    case 'polygon':
      return `M${attributes.points}z`
    default:
      return (attributes.d ?? '').trim()
  }
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${short(cx - rx)} ${short(cy)}a${short(rx)} ${short(ry)} 0 1 1 ${short(2 * rx)} 0a${short(rx)} ${short(ry)} 0 1 1 ${short(-2 * rx)} 0z`
}

function rectangle(x: number, y: number, width: number, height: number, wantedRx: number, wantedRy: number): string {
  const rx = Math.min(wantedRx, width / 2)
  const ry = Math.min(wantedRy, height / 2)
  if (rx === 0 || ry === 0) return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`
  const corner = (dx: number, dy: number) => `a${short(rx)} ${short(ry)} 0 0 1 ${short(dx)} ${short(dy)}`
  const across = width - 2 * rx
  const down = height - 2 * ry
  return `M${short(x + rx)} ${short(y)}h${short(across)}${corner(rx, ry)}v${short(down)}${corner(-rx, ry)}h${short(-across)}${corner(-rx, -ry)}v${short(-down)}${corner(rx, -ry)}z`
}

/** Without the digits that arithmetic leaves behind. */
function short(length: number): number {
  return Number(length.toFixed(3))
}
