import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'
import { pdfWithin } from './publish-edition.ts'

/** Time after which a lost file is worth another try: the owner has to restore it. */
const lostRetrySeconds = 3600

/**
 * Wraps the storage so that a missing PDF of an edition is restored from the content folder, if the folder contains it.
 *
 * @returns A storage whose `open` throws AppError `unavailable` with the reason if the original is lost.
 */
export function restoreOriginals(
  storage: Storage,
  { contentDir, log }: { contentDir: string; log: Pick<FastifyBaseLogger, 'warn'> },
): Storage {
  const restoring = new Map<string, Promise<boolean>>()

  const restore = async (key: string): Promise<boolean> => {
    const pdf = await findShippedPdf(contentDir, key)
    if (!pdf) return false
    await storage.put(key, pdf, { contentType: 'application/pdf' })
    log.warn({ key }, 'missing book restored from the content folder')
    return true
  }

  const restoreOnce = (key: string): Promise<boolean> => {
    const running = restoring.get(key) ?? restore(key).finally(() => restoring.delete(key))
    restoring.set(key, running)
    return running
  }

  return {
    ...storage,
    async open(key, range) {
      try {
        return await storage.open(key, range)
      } catch (error) {
        if (!isOriginal(key) || !isAppError(error) || error.code !== 'not-found') throw error
        if (await restoreOnce(key)) return storage.open(key, range)
        throw new AppError(
          'unavailable',
          { key: 'reader.errors.originalLost' },
          { retryAfterSeconds: lostRetrySeconds, cause: error },
        )
      }
    },
  }
}

const originalShape = /^editions\/([a-z0-9-]+)\/([0-9a-f]{64})\.pdf$/

const isOriginal = (key: string) => originalShape.test(key)

/** Returns the PDF of an edition's key if the content folder has exactly these bytes. */
export async function findShippedPdf(contentDir: string, key: string): Promise<Uint8Array | undefined> {
  const [, bookId = '', sha256] = originalShape.exec(key) ?? []
  const file = await readFile(join(contentDir, bookId, 'book.pdf')).catch(() => undefined)
  const pdf = file && pdfWithin(file)
  return pdf && createHash('sha256').update(pdf).digest('hex') === sha256 ? pdf : undefined
}
