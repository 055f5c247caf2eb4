import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTranslator } from 'use-intl/core'
import type { ReaderManifest } from '#features/reader/contract.ts'
import { createReaderStore } from './reader-store.ts'
import { statusText } from '../status-text.ts'
import type { SiteMessages } from '#shared/messages.ts'
import { en } from '#features/reader/messages/en.ts'

const t = createTranslator({ locale: 'en', messages: { reader: en } as SiteMessages, namespace: 'reader.page' })

const preview: ReaderManifest = {
  bookId: 'paid',
  edition: '0123456789abcdef',
  access: 'preview',
  totalPages: 40,
  readablePages: 5,
  pageSizes: [{ from: 1, width: 420, height: 595 }],
  outline: [],
}
const opening = { edition: preview.edition, totalPages: 40, openPages: 5, pageSizes: preview.pageSizes }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json(preview))
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})
afterEach(() => void vi.useRealTimers())

/** Opens the book as on a desktop, where the visitor's access is loaded before the button is pressed. */
async function openedOnDesktop() {
  const store = createReaderStore('paid', opening)
  const messages: string[] = [statusText(store.getState(), t)]
  // A browser paints the state at the end of each task.
  const paint = () => {
    const text = statusText(store.getState(), t)
    if (text !== messages.at(-1)) messages.push(text)
  }
  await store.refresh()
  paint()
  void store.load()
  paint()
  await vi.advanceTimersByTimeAsync(0)
  paint()
  return { store, messages, paint }
}

const last = 'Pages 1 to 5 of 40 are available. Purchase the book to read the rest.'

test('a preview shows how many pages are loaded before its final message', async () => {
  const { store, messages, paint } = await openedOnDesktop()
  store.report.visible([1])
  paint()
  store.report.loaded(1)
  paint()
  await vi.advanceTimersByTimeAsync(1_000)
  paint()
  expect(messages).toEqual(['Click "Load Book" to start reading', 'Loading pages...', 'Loaded 1/40 pages...', last])
})

test('a preview shows the page count even if the first visible pages are locked', async () => {
  const { store, messages, paint } = await openedOnDesktop()
  store.report.visible([20, 21])
  paint()
  await vi.advanceTimersByTimeAsync(1_000)
  paint()
  expect(messages.slice(1)).toEqual(['Loading pages...', 'Loaded 0/40 pages...', last])
})

test.each([
  ['dispute', 'Your payment is disputed, so you can’t read the rest until the dispute is settled.'],
  ['amount', 'We’re checking your payment, so you can’t read the rest yet.'],
] as const)('while a payment is on hold (%s), the final message does not ask for a purchase', (paymentHold, text) => {
  const manifest = { ...preview, paymentHold }
  expect(statusText({ status: 'ready', manifest, loadedPages: 5, isCounted: true }, t)).toBe(
    `Pages 1 to 5 of 40 are available. ${text}`,
  )
})

test('loading waits for a page that becomes visible in between', async () => {
  const { store, messages, paint } = await openedOnDesktop()
  store.report.visible([1])
  store.report.loaded(1)
  paint()
  store.report.visible([1, 2])
  await vi.advanceTimersByTimeAsync(1_000)
  paint()
  expect(messages.at(-1)).toBe('Loaded 1/40 pages...')
  store.report.loaded(2)
  paint()
  await vi.advanceTimersByTimeAsync(1_000)
  paint()
  expect(messages.slice(-2)).toEqual(['Loaded 2/40 pages...', last])
})
