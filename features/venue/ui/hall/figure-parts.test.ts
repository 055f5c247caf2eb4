import { Box3, Color, type Mesh, Matrix4 } from 'three'
import { expect, test } from 'vitest'
import { hallCapacity } from '#features/venue/hall/hall-rules.ts'
import { createMergedParts, type PartKind } from './figure-parts.ts'

const kinds: PartKind[] = ['body', 'arm', 'sphere', 'box', 'cone', 'gem']
const red = new Color(1, 0, 0)

function cornersOf(mesh: Mesh): { positions: number[][]; colors: number[][] } {
  const { index, attributes, drawRange } = mesh.geometry
  const corners = Array.from({ length: drawRange.count }, (_, corner) => index!.getX(corner))
  const read = (name: string) =>
    corners.map((vertex) => [0, 1, 2].map((part) => attributes[name]!.getComponent(vertex, part)))
  return { positions: read('position'), colors: read('color') }
}

test.each(kinds)('a %s is drawn at its place in its color', (kind) => {
  const parts = createMergedParts()
  parts.put('body', new Matrix4(), new Color(0, 1, 0))
  const before = cornersOf(shown(parts)).positions.length
  parts.put(kind, new Matrix4().makeTranslation(10, 20, 30), red)
  const { positions, colors } = cornersOf(shown(parts))
  const box = new Box3().setFromArray(positions.slice(before).flat())
  expect(positions.length - before).toBeGreaterThan(0)
  expect((positions.length - before) % 3).toBe(0)
  expect(box.min.distanceTo(box.max)).toBeLessThan(1.6)
  expect(Math.abs(box.max.y - 20)).toBeLessThan(1)
  expect(Math.abs(box.min.x - 10)).toBeLessThan(0.5)
  expect(Math.abs(box.min.z - 30)).toBeLessThan(0.5)
  for (const [r, g, b] of colors.slice(before)) {
    expect(r).toBeGreaterThan(0)
    expect([g, b]).toEqual([0, 0])
  }
})

test('the next frame draws only what it puts', () => {
  const parts = createMergedParts()
  for (const kind of kinds) parts.put(kind, new Matrix4(), red)
  const all = cornersOf(shown(parts)).positions.length
  parts.clear()
  parts.put('box', new Matrix4(), red)
  expect(cornersOf(shown(parts)).positions).toHaveLength(36)
  expect(all).toBeGreaterThan(36)
  parts.clear()
  expect(shown(parts).visible).toBe(false)
})

test('two full halls are drawn, and more figures draw nothing broken', () => {
  const parts = createMergedParts()
  const putFigure = () => {
    for (const kind of ['body', 'sphere', 'arm', 'arm'] as const) parts.put(kind, new Matrix4(), red)
  }
  putFigure()
  const one = cornersOf(shown(parts)).positions.length
  for (let count = 1; count < hallCapacity * 2; count += 1) putFigure()
  expect(cornersOf(shown(parts)).positions).toHaveLength(one * hallCapacity * 2)
  for (let count = 0; count < 50; count += 1) putFigure()
  const { positions } = cornersOf(shown(parts))
  expect(positions).toHaveLength(one * hallCapacity * 2)
  expect(positions.flat().every(Number.isFinite)).toBe(true)
})

function shown(parts: ReturnType<typeof createMergedParts>): Mesh {
  parts.show()
  return parts.object as Mesh
}
