import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { localStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { createPdfCache } from '../pdf/pdf-cache.ts'
import { defaultThreadLimits } from '../pdf/pdf-thread.ts'
import { AppError } from '#shared/errors.ts'
import { ChangedPagesError } from '../pdf/rewrite-pdf.ts'
import { createWatermarkedPdfs } from './watermarked-pdfs.ts'

// Caching does not depend on the watermark itself, which watermark-pdf.test.ts proves.
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 'words ')])
const plainStamp = `
  import { parentPort, workerData } from 'node:worker_threads'
  parentPort.postMessage(Buffer.concat([workerData.pdf, Buffer.from(workerData.line)]))`
const watermark = { orderCode: 'SW-7K3M9QPD', maskedEmail: 'r•••@example.com' }
const entitlementId = '0b9d1c0e-5a8e-4e38-9d0e-2f4f6a0c1d11'
const silent = { warn: () => undefined, error: () => undefined }

test('two concurrent downloads watermark once, and the next comes from storage', async () => {
  const { folder, storage } = await freshStorage()
  const readings: number[] = []
  const copies = copiesIn(folder, storage)
  const order = { entitlementId, edition: '00112233445566aa', watermark, readPdf: async () => (readings.push(1), pdf) }
  const [one, two] = await Promise.all([copies(order), copies(order)])
  expect(await buffer(await one.open())).toEqual(await buffer(await two.open()))
  await vi.waitFor(async () => expect(await storage.list('stamped/')).toHaveLength(1), 10_000)
  const later = await copies(order)
  expect(later).toMatchObject({ bytes: one.bytes, etag: one.etag })
  expect(await buffer(await later.open())).toEqual(await buffer(await one.open()))
  expect(await buffer(await later.open({ start: 0, end: 4 }))).toEqual(Buffer.from('%PDF-'))
  expect(readings).toHaveLength(1)
})

test('after a restart the stored copy is sent without watermarking again', async () => {
  const { folder, storage } = await freshStorage()
  const order = { entitlementId, edition: '00112233445566aa', watermark, readPdf: async () => pdf }
  const first = await copiesIn(folder, storage)(order)
  await vi.waitFor(async () => expect(await storage.list('stamped/')).toHaveLength(1), 10_000)
  const unread = async () => Promise.reject(new Error('it was read again'))
  expect(await copiesIn(folder, storage)({ ...order, readPdf: unread })).toMatchObject({ etag: first.etag })
})

test('a corrected address and a new edition each get a separate copy', async () => {
  const { folder, storage } = await freshStorage()
  const copies = copiesIn(folder, storage)
  const order = { entitlementId, edition: '00112233445566aa', watermark, readPdf: async () => pdf }
  const tags = new Set([
    (await copies(order)).etag,
    (await copies({ ...order, watermark: { ...watermark, maskedEmail: 'r•••@example.org' } })).etag,
    (await copies({ ...order, edition: 'ffeeddccbbaa9988' })).etag,
  ])
  expect(tags.size).toBe(3)
})

test.each<[string, Partial<Storage>]>([
  ['is full', { put: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })) }],
  ['hangs', { put: () => new Promise(() => undefined) }],
  [
    'is gone',
    {
      put: () => Promise.reject(new Error('connection refused')),
      stat: () => Promise.reject(new Error('connection refused')),
      open: () => Promise.reject(new Error('connection refused')),
    },
  ],
])('storage that %s does not stop a download or its resumption', async (_how, broken) => {
  const { folder, storage } = await freshStorage()
  const copies = copiesIn(folder, { ...storage, ...broken })
  let readings = 0
  const order = { entitlementId, edition: '00112233445566aa', watermark, readPdf: async () => ((readings += 1), pdf) }
  const whole = await buffer(await (await copies(order)).open())
  expect(whole.subarray(0, 5).toString()).toBe('%PDF-')
  const again = await copies(order)
  expect(await buffer(await again.open({ start: 1000, end: 1999 }))).toEqual(whole.subarray(1000, 2000))
  expect(readings).toBe(1)
})

test.each([
  ['is killed', 'process.exit(1)'],
  ['hangs', 'setInterval(() => undefined, 1000)'],
  ['never ends', 'for (;;);'],
  ['runs out of memory', 'const all = []; for (;;) all.push(new Array(1e6).fill({}))'],
  ['throws', 'throw new Error("out of ink")'],
  ['does not start', 'import "./nothing-there.js"'],
  [
    'returns something else',
    'import { parentPort } from "node:worker_threads"; parentPort.postMessage(new Uint8Array(10))',
  ],
])('when the thread %s, the client may retry, and never gets a copy without a watermark', async (_how, source) => {
  const { folder, storage } = await freshStorage()
  const path = join(folder, 'broken-worker.mjs')
  await writeFile(path, source)
  const reported: unknown[] = []
  const copies = createWatermarkedPdfs({
    pdfCache: createPdfCache({ storage, log: silent }),
    log: { error: (facts: unknown) => void reported.push(facts) },
    limits: { ...defaultThreadLimits, timeoutMs: 300, heapMegabytes: 32 },
    threadFile: pathToFileURL(path),
  })
  const order = { entitlementId, edition: '00112233445566aa', watermark, readPdf: async () => pdf }
  await expect(copies(order)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 })
  expect(reported).toHaveLength(1)
  expect(await storage.list('stamped/')).toEqual([])
})

test('a failure is not cached: the next download is watermarked', async () => {
  const { storage } = await freshStorage()
  const copies = createWatermarkedPdfs({ pdfCache: createPdfCache({ storage, log: silent }), log: silent })
  const order = { entitlementId, edition: '00112233445566aa', watermark }
  await expect(copies({ ...order, readPdf: async () => Buffer.from('no PDF') })).rejects.toMatchObject({
    code: 'unavailable',
  })
  const document = await PDFDocument.create()
  document.addPage([300, 400])
  const watermarked = await copies({ ...order, readPdf: async () => document.save() })
  expect((await buffer(await watermarked.open())).subarray(0, 5).toString()).toBe('%PDF-')
})

test.each<[string, () => Promise<Uint8Array>, string]>([
  ['is rewritten first', async () => Buffer.from('%PDF-1.7 anew'), '%PDF-1.7 anewSW-7K3M9QPD · r•••@example.com'],
  [
    'is sent without a watermark if rewriting does not help',
    async () => Buffer.from('%PDF-1.7 bad'),
    '%PDF-1.7 bad to begin with',
  ],
  [
    'is sent without a watermark if the rewritten PDF looks different',
    () => Promise.reject(new ChangedPagesError('its page count, page sizes or outline changed')),
    '%PDF-1.7 bad to begin with',
  ],
])('a sold book that cannot be watermarked %s', async (_how, rewrite, content) => {
  const { folder, storage } = await freshStorage()
  const path = join(folder, 'picky-stamp.mjs')
  await writeFile(
    path,
    `import { parentPort, workerData } from 'node:worker_threads'
     const pdf = Buffer.from(workerData.pdf)
     if (pdf.includes('bad')) parentPort.postMessage({ refused: 'no tree of pages' })
     else parentPort.postMessage(Buffer.concat([pdf, Buffer.from(workerData.line)]))`,
  )
  const reported: string[] = []
  const copies = createWatermarkedPdfs({
    pdfCache: createPdfCache({ storage, log: silent }),
    log: silent,
    threadFile: pathToFileURL(path),
    rewrite,
    onUnwatermarked: async (edition) => void reported.push(edition),
  })
  const order = {
    entitlementId,
    edition: '00112233445566aa',
    watermark,
    readPdf: async () => Buffer.from('%PDF-1.7 bad to begin with'),
  }
  expect((await buffer(await (await copies(order)).open())).toString()).toBe(content)
  expect(reported).toEqual(content.includes('bad') ? ['00112233445566aa'] : [])
})

test('a sold book that cannot be rewritten right now reports a retry time', async () => {
  const { storage } = await freshStorage()
  const rewrite = () => Promise.reject(new AppError('unavailable', 'Not now.'))
  const copies = createWatermarkedPdfs({ pdfCache: createPdfCache({ storage, log: silent }), log: silent, rewrite })
  const order = { entitlementId, edition: '00112233445566aa', watermark, readPdf: async () => Buffer.from('no PDF') }
  await expect(copies(order)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 })
})

function copiesIn(folder: string, storage: Storage) {
  return createWatermarkedPdfs({
    pdfCache: createPdfCache({ storage, log: silent }),
    log: silent,
    threadFile: pathToFileURL(join(folder, 'plain-watermark.mjs')),
  })
}

async function freshStorage() {
  const folder = await mkdtemp(join(tmpdir(), 'watermarked-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(folder, 'plain-watermark.mjs'), plainStamp)
  return { folder, storage: await localStorage(join(folder, 'files')) }
}
