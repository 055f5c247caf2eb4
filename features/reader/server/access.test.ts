import { expect, test } from 'vitest'
import type { BookAccess } from '#features/reader/contract.ts'
import { createPageAccess, isPublicPage, readablePages } from './access.ts'

const preview: BookAccess = { kind: 'preview', openPages: 5 }
const owned: BookAccess = {
  kind: 'owned',
  openPages: 5,
  entitlementId: 'e',
  watermark: { orderCode: 'C', maskedEmail: 'a•••@example.com' },
}
const free: BookAccess = { kind: 'free' }

const gateTo = (access: BookAccess) => createPageAccess(async () => access)
const locked = {
  code: 'payment-required',
  text: { key: 'reader.errors.purchaseToRead' },
}

test('a preview opens its first pages, but not the next one or the whole book', async () => {
  const openPage = gateTo(preview)
  expect(await openPage(undefined, 'a-book', 1)).toBe(preview)
  expect(await openPage(undefined, 'a-book', 5)).toBe(preview)
  await expect(openPage(undefined, 'a-book', 6)).rejects.toMatchObject(locked)
  await expect(openPage(undefined, 'a-book')).rejects.toMatchObject(locked)
})

test('invalid page numbers are locked', async () => {
  await expect(gateTo(preview)(undefined, 'a-book', Number.NaN)).rejects.toMatchObject(locked)
})

test.each([owned, free])('a book that is $kind opens every page and the whole book', async (access) => {
  const openPage = gateTo(access)
  expect(await openPage(undefined, 'a-book', 6)).toBe(access)
  expect(await openPage(undefined, 'a-book')).toBe(access)
})

test('the cookie and the book id are passed on unchanged', async () => {
  const calls: unknown[] = []
  const openPage = createPageAccess(async (...request) => {
    calls.push(request)
    return free
  })
  await openPage('swade-shelf=x', 'a-book', 1)
  expect(calls).toEqual([['swade-shelf=x', 'a-book']])
})

test('a visitor reads the preview pages that exist, and all pages after a purchase', () => {
  expect([preview, owned, free].map((access) => readablePages(access, 100))).toEqual([5, 100, 100])
  expect(readablePages(preview, 3)).toBe(3)
})

test('shared caches may store a page that everyone may see', () => {
  expect([preview, owned].map((access) => [5, 6].map((page) => isPublicPage(access, page)))).toEqual([
    [true, false],
    [true, false],
  ])
  expect(isPublicPage(free, 100)).toBe(true)
})
