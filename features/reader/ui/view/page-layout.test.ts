import { expect, test } from 'vitest'
import { layOutPages, lockedHeight, printedScale } from './page-layout.ts'

const a5 = { from: 1, width: 420, height: 595 }
const base = {
  manifest: { pageSizes: [a5], readablePages: 10 },
  first: 1,
  last: 10,
  zoom: 'width' as const,
  viewport: { width: 468, height: 600 },
  isLocked: () => false,
}

test('pages follow each other without overlapping, inside the area', () => {
  const layout = layOutPages(base)
  for (let page = 2; page <= 10; page += 1) {
    const above = layout.box(page - 1)
    expect(layout.box(page).top).toBeGreaterThan(above.top + above.height)
  }
  const last = layout.box(10)
  expect(layout.height).toBeGreaterThanOrEqual(last.top + last.height)
})

test('the page at a height is found, also at both ends', () => {
  const layout = layOutPages({ ...base, last: 1000 })
  for (const page of [1, 2, 499, 1000]) {
    const { top, height } = layout.box(page)
    expect(layout.pageAt(top)).toBe(page)
    expect(layout.pageAt(top + height - 1)).toBe(page)
  }
  expect(layout.pageAt(-50)).toBe(1)
  expect(layout.pageAt(1e9)).toBe(1000)
})

test('a page keeps its proportions, and a locked one is 800 pixels high', () => {
  const layout = layOutPages({ ...base, isLocked: (page) => page > 5 })
  const { width, height } = layout.box(5)
  expect(height / width).toBeCloseTo(595 / 420)
  expect(layout.box(6)).toMatchObject({ width, height: lockedHeight })
})

test('another page size begins with its run', () => {
  const layout = layOutPages({
    ...base,
    zoom: 1,
    manifest: {
      pageSizes: [a5, { from: 3, width: 595, height: 420 }, { from: 4, width: 420, height: 595 }],
      readablePages: 10,
    },
  })
  expect([2, 3, 4].map((page) => layout.box(page).width)).toEqual(
    [420, 595, 420].map((points) => Math.round(points * printedScale)),
  )
})

test('a layout may begin in the middle of the book', () => {
  const layout = layOutPages({
    ...base,
    manifest: { ...base.manifest, pageSizes: [a5, { from: 7, width: 600, height: 600 }] },
    first: 8,
    last: 8,
  })
  const { width, height } = layout.box(8)
  expect(width).toBe(height)
  expect(layout.pageAt(9999)).toBe(8)
})

test('Fit page shows the whole page, and the automatic size never exceeds the width', () => {
  const page = layOutPages({ ...base, zoom: 'page' }).box(1)
  expect(page.height).toBeLessThanOrEqual(600)
  expect(layOutPages({ ...base, zoom: 'auto', viewport: { width: 1400, height: 600 } }).box(1).width).toBe(816)
  expect(layOutPages({ ...base, zoom: 'auto', viewport: { width: 344, height: 600 } }).box(1).width).toBe(328)
})
