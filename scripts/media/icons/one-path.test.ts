import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { iconNames } from '#shared/icon-names.ts'
import { drawTogether, type Shape } from './one-path.ts'
import { readIcon } from './read-icon.ts'

const modules = join(import.meta.dirname, '../../../node_modules/lucide-react/dist/esm/icons')

test('shapes become one path, each from where it begins itself', () => {
  expect(
    drawTogether([
      ['path', { d: 'm2 3 4 5', key: 'a' }],
      ['path', { d: 'm6 7 1 1', key: 'b' }],
      ['circle', { cx: '12', cy: '8', r: '6', key: 'c' }],
      ['rect', { x: '3', y: '4', width: '10', height: '8', key: 'd' }],
    ]),
  ).toEqual([['path', { d: 'M0 0m2 3 4 5M0 0m6 7 1 1M6 8a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM3 4h10v8h-10z' }]])
})

test('a shape with a fill of its own stays apart and in its place', () => {
  const dot: Shape = ['circle', { cx: '1', cy: '1', r: '.5', fill: 'currentColor' }]
  const drawn = drawTogether([['path', { d: 'M1 1h1' }], dot, ['path', { d: 'M2 2h2' }], ['path', { d: 'M3 3h3' }]])
  expect(drawn).toEqual([['path', { d: 'M1 1h1' }], dot, ['path', { d: 'M2 2h2M3 3h3' }]])
})

test('what nobody knows how to draw is said', () => {
  expect(() => drawTogether([['text', { x: '1' }]])).toThrow('text')
})

test('an icon looks as it did', async () => {
  const files = globSync('!(index).mjs', { cwd: modules })
  const icons = await Promise.all(files.map((file) => readIcon(join(modules, file))))
  const distinct = [...new Map(icons.map((icon) => [icon.name, icon])).values()]
  // Every tenth of the library, for time's sake, all that content names, and all with a shape that is rare or has a fill.
  const looked = distinct.filter(
    ({ name, node }, index) =>
      index % 10 === 0 ||
      iconNames.some((known) => known === name) ||
      node.some(([kind, attributes]) => /poly|ellipse/.test(kind) || 'fill' in attributes),
  )
  expect(looked.length).toBeGreaterThan(200)
  for (const { name, node } of looked) {
    expect(drawTogether(node).length).toBeLessThanOrEqual(node.length)
    const [before, after] = await Promise.all([pixelsOf(node), pixelsOf(drawTogether(node))])
    // Where shapes cross, their soft edges were laid over each other and are drawn as one now; a line out of place differs by all of 255.
    expect(farthest(before, after), name).toBeLessThan(128)
  }
}, 60_000)

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
