import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Storage } from '#platform/storage/storage.ts'
import { createTurns, TooManyWaitError } from '#platform/threads/turns.ts'
import { AppError } from '#shared/errors.ts'
import { createRecentFiles } from '../pages/memory-cache.ts'

/** A PDF that can be sent, whole or in part. */
export type PdfCopy = {
  bytes: number
  /** Strong: the same tag always stands for the same bytes. */
  etag: string
  /** Offsets of the first and last byte, both included. */
  open(range?: { start: number; end: number }): Promise<Readable>
}

/**
 * What is wanted: where it is kept, its tag, and how it is made when it is not there. Making it again must give the
 * same bytes.
 */
export type Wanted = { key: string; etag: string; make: () => Promise<Uint8Array> }

/** Brings a PDF that was made earlier, or makes it now. */
export type KeptCopies = (wanted: Wanted) => Promise<PdfCopy>

/** PDFs that could not be stored are held for some minutes, for the next part of the same download. */
const heldBytes = 48 * 1024 * 1024

/** Waiting for their turn while one is made; beyond this the answer is to come back later. */
const longestQueue = 23

/**
 * Keeps PDFs that can be made again at any time: in storage, each made once however many ask at once, one after the
 * other. A storage that is full, slow or gone costs time, not the download.
 */
export function createKeptCopies({
  storage,
  log,
}: {
  storage: Storage
  log: Pick<FastifyBaseLogger, 'warn'>
}): KeptCopies {
  const underway = new Map<string, Promise<Uint8Array>>()
  const held = createRecentFiles(heldBytes)
  const inTurn = createTurns(1, longestQueue)

  const keep = async (key: string, pdf: Uint8Array) => {
    try {
      await storage.put(key, pdf, { contentType: 'application/pdf' })
    } catch (error) {
      log.warn({ err: error }, 'pdf cache write failed; sending from memory')
      held.add(key, pdf)
    }
  }

  const bring = async ({ key, make }: Wanted): Promise<Uint8Array> => {
    const known = held.get(key) ?? underway.get(key)
    if (known) return known
    const work = inTurn(make).catch(asBusy)
    underway.set(key, work)
    const forget = () => underway.delete(key)
    // Sending does not wait for storing, but who asks meanwhile gets what is there instead of a second one.
    void work.then((pdf) => keep(key, pdf).finally(forget), forget)
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
    const stored = underway.has(key) || held.get(key) ? undefined : await find(key)
    if (!stored) {
      const pdf = await bring(wanted)
      return { bytes: pdf.length, etag, open: async (range) => partOf(pdf, range) }
    }
    // Gone since it was looked for: the same bytes are made once more.
    return {
      bytes: stored.bytes,
      etag,
      open: (range) => storage.open(key, range).catch(async () => partOf(await bring(wanted), range)),
    }
  }
}

function asBusy(error: unknown): never {
  if (!(error instanceof TooManyWaitError)) throw error
  throw new AppError('unavailable', 'Many downloads are being prepared right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

/** A PDF in memory as a stream, whole or in part. */
export function partOf(pdf: Uint8Array, range?: { start: number; end: number }): Readable {
  const { start, end } = range ?? { start: 0, end: pdf.length - 1 }
  return Readable.from([Buffer.from(pdf.buffer, pdf.byteOffset + start, end - start + 1)], { objectMode: false })
}
