import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { localStorage } from '#platform/storage/local-storage.ts'
import { createPdfCache, type PdfRequest } from './pdf-cache.ts'

const minute = 60_000

/** Creates a cache whose disk is full. */
async function copiesInMemory() {
  const folder = await mkdtemp(join(tmpdir(), 'swade-pdf-cache-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = await localStorage(folder)
  const full = () => Promise.reject(new Error('no room is left'))
  return createPdfCache({ storage: { ...storage, put: full }, log: { warn: () => undefined } })
}

function counted(key: string) {
  const times = { made: 0 }
  const wanted: PdfRequest = {
    key,
    etag: `"${key}"`,
    make: async () => ((times.made += 1), Buffer.from(`%PDF-${key}`)),
  }
  return { times, wanted }
}

test('a PDF that could not be stored is available for resumed downloads, and released after some minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const copies = await copiesInMemory()
  const { times, wanted } = counted('copies/one.pdf')
  await copies(wanted)
  vi.advanceTimersByTime(2 * minute)
  const { open } = await copies(wanted)
  expect((await buffer(await open({ start: 5, end: 10 }))).toString()).toBe('copies')
  expect(times.made).toBe(1)
  vi.advanceTimersByTime(10 * minute)
  await copies(wanted)
  expect(times.made).toBe(2)
})

test('PDFs are created one at a time, each once, also after a failure', async () => {
  const copies = await copiesInMemory()
  let running = 0
  let mostAtOnce = 0
  const slow = (key: string, fails = false): PdfRequest => ({
    key,
    etag: `"${key}"`,
    make: async () => {
      mostAtOnce = Math.max(mostAtOnce, (running += 1))
      await new Promise((done) => setImmediate(done))
      running -= 1
      if (fails) throw new Error('cannot be made')
      return Buffer.from('%PDF-')
    },
  })
  const all = await Promise.allSettled([slow('a.pdf'), slow('b.pdf', true), slow('c.pdf')].map(copies))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(mostAtOnce).toBe(1)
})

test('when twenty-four requests are waiting, further ones are asked to retry later', async () => {
  const copies = await copiesInMemory()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<Uint8Array>()
  const requests = Array.from({ length: 25 }, (_, index) =>
    copies({ key: `copies/${index}.pdf`, etag: '""', make: () => mayEnd }),
  )
  const refused = await Promise.race(
    requests.map((one) =>
      one.then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  )
  expect(refused).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  end(Buffer.from('%PDF-'))
  expect((await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled')).toHaveLength(24)
})
