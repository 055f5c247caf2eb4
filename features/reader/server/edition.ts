import { buffer } from 'node:stream/consumers'
import type { PdfSource } from '#platform/pdf/pdf-renderer.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { EditionRow } from './queries.ts'

/** An imported PDF of a book. `name` is part of addresses. */
export type Edition = Pick<
  EditionRow,
  'bookId' | 'sha256' | 'storageKey' | 'bytes' | 'pageCount' | 'pageSizes' | 'outline'
> & {
  name: string
}

/** Returns the name of an edition in addresses: 16 hex characters that change with the PDF. */
export const editionName = (sha256: string) => sha256.slice(0, 16)

export function asEdition({ bookId, sha256, storageKey, bytes, pageCount, pageSizes, outline }: EditionRow): Edition {
  return { bookId, sha256, storageKey, bytes, pageCount, pageSizes, outline, name: editionName(sha256) }
}

/** Returns the name that an edition has in addresses: 16 hex characters that change with the PDF. */
export function sourceOf(edition: Edition, storage: Storage): PdfSource {
  return { id: edition.sha256, read: () => readPdf(edition, storage) }
}

/** Reads an edition's PDF. */
export async function readPdf({ storageKey }: Edition, storage: Storage): Promise<Buffer> {
  return buffer(await storage.open(storageKey))
}
