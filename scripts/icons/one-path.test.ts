import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'
import { drawTogether, type IconData, type Shape } from './one-path.ts'
import { readIcon } from './read-icon.ts'

const modules = join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm/icons')

test('shapes become one path, each from where it begins itself', () => {
  expect(
    drawn(
      ['path', { d: 'm2 3 4 5', key: 'a' }],
      ['path', { d: ' m6 7 1 1', key: 'b' }],
      ['circle', { cx: '12', cy: '8', r: '6', key: 'c' }],
      ['rect', { x: '3', y: '4', width: '10', height: '8', key: 'd' }],
      ['line', { x1: '1', y1: '2', x2: '3', y2: '4', key: 'e' }],
    ),
  ).toEqual([['path', { d: 'm2 3 4 5M0 0m6 7 1 1M6 8a6 6 0 1 1 12 0a6 6 0 1 1 -12 0zM3 4h10v8h-10zM1 2L3 4', key: '0' }]])
})

test.for<[what: string, shape: Shape, d: string]>([
  ['an ellipse', ['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }], 'M3 5a9 3 0 1 1 18 0a9 3 0 1 1 -18 0z'],
  ['an open line', ['polyline', { points: '1 2 3 4' }], 'M1 2 3 4'],
  ['a closed one', ['polygon', { points: '1 2 3 4' }], 'M1 2 3 4z'],
  [
    'a rectangle with one radius',
    ['rect', { width: '10', height: '8', ry: '2' }],
    'M2 0h6a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2z',
  ],
  [
    'a rectangle rounder than it is wide',
    ['rect', { width: '4', height: '8', rx: '3' }],
    'M2 0h0a2 3 0 0 1 2 3v2a2 3 0 0 1 -2 3h0a2 3 0 0 1 -2 -3v-2a2 3 0 0 1 2 -3z',
  ],
])('%s is drawn as a path', ([, shape, d]) => {
  expect(drawn(shape)).toEqual([['path', { d, key: '0' }]])
})

test('a shape with a fill of its own stays apart and in its place', () => {
  const dot: Shape = ['circle', { cx: '1', cy: '1', r: '.5', fill: 'currentColor', key: 'dot' }]
  expect(drawn(['path', { d: 'M1 1h1' }], dot, ['path', { d: 'M2 2h2' }], ['path', { d: 'M3 3h3' }])).toEqual([
    ['path', { d: 'M1 1h1', key: '0' }],
    dot,
    ['path', { d: 'M2 2h2M3 3h3', key: '2' }],
  ])
})

test.for<[what: string, shape: Shape, told: string]>([
  ['an unknown kind', ['text', { x: '1', fill: 'red' }], 'odd-one has a shape that cannot be drawn as a path: text'],
  ['a group', ['g', { fill: 'red' }, [['path', { d: 'M1 1h1' }]]], 'odd-one has a shape that cannot be drawn as a path: g'],
  ['a length that is no number', ['circle', { cx: '50%', cy: '1', r: '1' }], 'odd-one has a circle without its numbers'],
  ['a line without points', ['polyline', {}], 'odd-one has a polyline without its numbers'],
  ['an empty path', ['path', {}], 'odd-one has a path without its numbers'],
])('%s is refused with the icon’s name', ([, shape, told]) => {
  expect(() => drawTogether({ name: 'odd-one', node: [shape] })).toThrow(told)
})

test('every icon of the library is one path, but for shapes with a fill of their own', async () => {
  const icons = await wholeLibrary()
  const apart = icons.filter(({ node }) => node.some(([, attributes]) => 'fill' in attributes)).map(({ name }) => name)
  expect(apart.length).toBeLessThan(30)
  expect(icons.filter((icon) => drawTogether(icon).length > 1).map(({ name }) => name)).toEqual(apart)
})

test('an icon looks as it did', async () => {
  const icons = await wholeLibrary()
  // Every tenth of the library, for time's sake, all that content names, and all with a shape that is rare or has a fill.
  const looked = icons.filter(
    ({ name, node }, index) =>
      index % 10 === 0 ||
      iconNames.some((known) => known === name) ||
      node.some(([kind, attributes]) => /poly|ellipse|line/.test(kind) || 'fill' in attributes),
  )
  expect(looked.length).toBeGreaterThan(270)
  for (const icon of looked) {
    const [before, after] = await Promise.all([pixelsOf(icon.node), pixelsOf(drawTogether(icon))])
    // Where shapes cross, their soft edges were laid over each other and are drawn as one now; a line out of place differs by all of 255.
    expect(farthest(before, after), icon.name).toBeLessThan(128)
  }
}, 60_000)

function drawn(...node: Shape[]): Shape[] {
  return drawTogether({ name: 'a', node })
}

/** Each icon once, whatever names it goes by. */
async function wholeLibrary(): Promise<IconData[]> {
  const files = globSync('!(index).mjs', { cwd: modules })
  const icons = await Promise.all(files.map((file) => readIcon(join(modules, file))))
  return [...new Map(icons.map((icon) => [icon.name, icon])).values()]
}

/** An icon drawn four times as large, as one byte a pixel. */
function pixelsOf(shapes: Shape[]): Promise<Buffer> {
  const drawn = shapes.map(([name, { key: _, ...attributes }], index) => createElement(name, { ...attributes, key: index }))
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: '0 0 24 24',
    width: 96,
    height: 96,
    fill: 'none',
    stroke: '#000',
    strokeWidth: 2,
  }
  const picture = renderToStaticMarkup(createElement('svg', { ...frame, strokeLinecap: 'round', strokeLinejoin: 'round' }, drawn))
  return sharp(Buffer.from(picture)).extractChannel('alpha').raw().toBuffer()
}

function farthest(one: Buffer, other: Buffer): number {
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))), 0)
}
