import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Storage } from '#platform/storage/storage.ts'
import { createWorkQueue, QueueFullError } from '#platform/threads/work-queue.ts'
import { AppError } from '#shared/errors.ts'
import { createMemoryCache } from './memory-cache.ts'

/** A PDF that can be sent, whole or in part. */
export type CachedPdf = {
  bytes: number
  /** Strong ETag: the same tag always means the same bytes. */
  etag: string
  /** Opens the file; offsets of the first and last byte are inclusive. */
  open(range?: { start: number; end: number }): Promise<Readable>
}

/** A requested PDF: its storage key, its ETag, and how to create it. Creating it again must give the same bytes. */
export type PdfRequest = { key: string; etag: string; make: () => Promise<Uint8Array> }

/** Returns a cached PDF, or creates it. */
export type PdfCache = (wanted: PdfRequest) => Promise<CachedPdf>

/** Memory for PDFs that could not be stored, which are cached for some minutes for resumed downloads. */
const maxMemoryBytes = 48 * 1024 * 1024

/** Maximum number of waiting requests; further clients are asked to retry later. */
const maxQueueLength = 23

/**
 * Caches reproducible PDFs in storage. Each is created once for all concurrent requests, one at a time. If storage is
 * full, slow or unavailable, downloads still work.
 */
export function createPdfCache({ storage, log }: { storage: Storage; log: Pick<FastifyBaseLogger, 'warn'> }): PdfCache {
  const inFlight = new Map<string, Promise<Uint8Array>>()
  const inMemory = createMemoryCache(maxMemoryBytes)
  const enqueue = createWorkQueue(1, maxQueueLength)

  const store = async (key: string, pdf: Uint8Array) => {
    try {
      await storage.put(key, pdf, { contentType: 'application/pdf' })
    } catch (error) {
      log.warn({ err: error }, 'pdf cache write failed; sending from memory')
      inMemory.add(key, pdf)
    }
  }

  const load = async ({ key, make }: PdfRequest): Promise<Uint8Array> => {
    const known = inMemory.get(key) ?? inFlight.get(key)
    if (known) return known
    const work = enqueue(make).catch(throwBusy)
    inFlight.set(key, work)
    const forget = () => inFlight.delete(key)
    // Sending does not wait for storing; concurrent requests share the same file.
    void work.then((pdf) => store(key, pdf).finally(forget), forget)
    return work
  }

  const find = async (key: string) => {
    const facts = await storage.stat(key).catch((error: unknown) => {
      log.warn({ err: error }, 'pdf cache read failed')
      return undefined
    })
    return facts && facts.bytes > 0 ? facts : undefined
  }

  return async (wanted) => {
    const { key, etag } = wanted
    const stored = inFlight.has(key) || inMemory.get(key) ? undefined : await find(key)
    if (!stored) {
      const pdf = await load(wanted)
      return { bytes: pdf.length, etag, open: async (range) => streamOf(pdf, range) }
    }
    // If the file is deleted in the meantime, the same bytes are created again.
    return {
      bytes: stored.bytes,
      etag,
      open: (range) => storage.open(key, range).catch(async () => streamOf(await load(wanted), range)),
    }
  }
}

function throwBusy(error: unknown): never {
  if (!(error instanceof QueueFullError)) throw error
  throw new AppError(
    'unavailable',
    { key: 'reader.errors.busy' },
    {
      retryAfterSeconds: 5,
    },
  )
}

/** Returns a PDF in memory as a stream, whole or in part. */
function streamOf(pdf: Uint8Array, range?: { start: number; end: number }): Readable {
  const { start, end } = range ?? { start: 0, end: pdf.length - 1 }
  return Readable.from([Buffer.from(pdf.buffer, pdf.byteOffset + start, end - start + 1)], { objectMode: false })
}
