/** An image in progress: two values per pixel, row by row, that {@link colourLayers} converts to colors. */
export type Layers = {
  width: number
  height: number
  /** Width of the image in pixels divided by the width that it shows, in plate widths. */
  scale: number
  /** Share of the ground that the second color covers, 0–1; values outside are clipped. */
  coverage: Float32Array
  /** Light and shadow, −1 (black) … 1 (white). */
  shade: Float32Array
}

/** Creates layers that show the bare ground. */
export function createLayers(width: number, height: number, scale: number): Layers {
  const size = width * height
  return { width, height, scale, coverage: new Float32Array(size), shade: new Float32Array(size) }
}

/** Blend mode of a stroke: it covers what is below it, or adds its light. */
export type Blend = 'cover' | 'add'

/** A straight stroke, in pixels. The opacity tapers from start to end. */
export type Stroke = {
  fromX: number
  fromY: number
  toX: number
  toY: number
  /** Half the width, in pixels; below half a pixel the stroke fades instead. */
  radius: number
  opacity: number
  /** Opacity at the end; the same as at the start by default. */
  endOpacity?: number
}

/** Draws an anti-aliased stroke with round ends into a layer. */
export function drawStroke(layers: Layers, layer: Float32Array, stroke: Stroke, blend: Blend = 'cover'): void {
  const { width, height } = layers
  const { fromX, fromY, toX, toY, opacity, endOpacity = opacity } = stroke
  const radius = Math.max(0.5, stroke.radius)
  const strength = Math.min(1, stroke.radius / radius)
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  const squared = alongX * alongX + alongY * alongY || 1e-9
  const reach = radius + 0.5
  const left = Math.max(0, Math.floor(Math.min(fromX, toX) - reach))
  const right = Math.min(width - 1, Math.ceil(Math.max(fromX, toX) + reach))
  const top = Math.max(0, Math.floor(Math.min(fromY, toY) - reach))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(fromY, toY) + reach))
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const [dx, dy] = [x + 0.5 - fromX, y + 0.5 - fromY]
      const share = Math.max(0, Math.min(1, (dx * alongX + dy * alongY) / squared))
      const [awayX, awayY] = [dx - share * alongX, dy - share * alongY]
      const away = Math.sqrt(awayX * awayX + awayY * awayY)
      if (away >= reach) continue
      const cover = strength * Math.min(1, reach - away) * (opacity + (endOpacity - opacity) * share)
      const at = y * width + x
      layer[at] = blend === 'add' ? layer[at]! + cover : layer[at]! + (1 - layer[at]!) * Math.min(1, cover)
    }
  }
}

/** Adds light at a point between four pixels. */
export function addPoint({ width, height }: Layers, layer: Float32Array, x: number, y: number, light: number): void {
  const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
  if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return
  const [right, down] = [x - 0.5 - column, y - 0.5 - row]
  const at = row * width + column
  layer[at]! += light * (1 - right) * (1 - down)
  layer[at + 1]! += light * right * (1 - down)
  layer[at + width]! += light * (1 - right) * down
  layer[at + width + 1]! += light * right * down
}

/** Lights a layer from the upper left as if its values were heights. */
export function lightRelief(layers: Layers, heights: Float32Array, strength: number): void {
  const { width, height, shade } = layers
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const slope = heights[at + 1]! - heights[at - 1]! + heights[at + width]! - heights[at - width]!
      shade[at]! += Math.max(-0.6, Math.min(0.6, -slope * strength))
    }
  }
}

/** Repeats the pixels beside the edge, because slopes are not known on the edge itself. */
export function repeatEdges({ width, height, coverage, shade }: Layers): void {
  for (const layer of [coverage, shade]) {
    for (let y = 0; y < height; y += 1) {
      layer.fill(layer[y * width + 2]!, y * width, y * width + 2)
      layer.fill(layer[(y + 1) * width - 3]!, (y + 1) * width - 2, (y + 1) * width)
    }
    for (const [from, to] of [
      [2, 0],
      [2, 1],
      [height - 3, height - 2],
      [height - 3, height - 1],
    ] as const)
      layer.copyWithin(to * width, from * width, (from + 1) * width)
  }
}

/** Blurs a layer in place with three box filters, close to a Gaussian. `radius` is in pixels. */
export function blur({ width, height }: Layers, layer: Float32Array, radius: number): void {
  const reach = Math.max(1, Math.round(radius))
  const line = new Float32Array(Math.max(width, height))
  for (let pass = 0; pass < 3; pass += 1) {
    for (let y = 0; y < height; y += 1) boxLine(layer, line, y * width, 1, width, reach)
    for (let x = 0; x < width; x += 1) boxLine(layer, line, x, width, height, reach)
  }
}

function boxLine(
  layer: Float32Array,
  line: Float32Array,
  start: number,
  step: number,
  length: number,
  reach: number,
): void {
  let sum = 0
  for (let index = 0; index < length; index += 1) line[index] = layer[start + index * step]!
  const valueAt = (index: number) => line[Math.max(0, Math.min(length - 1, index))]!
  for (let index = -reach; index <= reach; index += 1) sum += valueAt(index)
  for (let index = 0; index < length; index += 1) {
    layer[start + index * step] = sum / (2 * reach + 1)
    sum += valueAt(index + reach + 1) - valueAt(index - reach)
  }
}
