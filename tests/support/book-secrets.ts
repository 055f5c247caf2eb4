import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { openPdf } from './pdf-streams.ts'

const shelf = join(import.meta.dirname, '../../content/books')
/** Pages anybody may read of the books that ship: none of them says otherwise. */
export const openPages = 5

/** What must not be seen without buying: pieces of sentences from the pages of a paid book that are not open. */
export type Secret = { bookId: string; page: number; words: string }

/**
 * Takes pieces of printed lines from page 6 on, spread over the whole book. What the catalogue tells anyway, and what stands in a free book too, is no secret.
 *
 * @param count How many of each book.
 */
export async function takeSecrets(paid: string[], free: string[], count: number): Promise<Secret[]> {
  const renderer = createPdfRenderer({ threads: 1 })
  const printed = async (bookId: string) => {
    const pdf = readFileSync(join(shelf, bookId, 'book.pdf'))
    const source = { id: bookId, read: async () => pdf }
    const { pageCount } = await renderer.inspect(source, 1000)
    return renderer.readPages(source, 1, pageCount)
  }
  try {
    const books = new Map(await Promise.all(paid.map(async (bookId) => [bookId, await printed(bookId)] as const)))
    const known = [
      ...(await Promise.all(free.map(printed))).flat(),
      ...[...books.values()].flatMap((pages) => pages.slice(0, openPages)),
    ].flatMap((lines) => lines.map(({ text }) => text))
    const told = plain([...known, ...[...paid, ...free].map((bookId) => readFileSync(join(shelf, bookId, 'book.yaml'), 'utf8'))].join(' '))
    return [...books].flatMap(([bookId, pages]) => {
      const pieces = pages.slice(openPages).flatMap((lines, index) =>
        lines.flatMap(({ text }) => {
          // Letters that no encoding writes in another way.
          const words = /[A-Za-z][A-Za-z ,.]{26,60}[A-Za-z]/.exec(text)?.[0]
          return words && words.split(' ').length >= 5 && !told.includes(plain(words))
            ? [{ bookId, page: openPages + 1 + index, words }]
            : []
        }),
      )
      if (pieces.length < count) throw new Error(`${bookId} has only ${pieces.length} lines that could be secrets`)
      return Array.from({ length: count }, (_, index) => pieces[Math.floor((index * pieces.length) / count)]!)
    })
  } finally {
    await renderer.close()
  }
}

/** Text of the bodies searched so far, by hash: the same body comes in many ways, and opening up a PDF takes a while. */
const searched = new Map<string, Promise<string>>()

/** Secrets that stand in the body of an answer, in plain or hidden in the streams of a PDF. */
export async function findSecrets(body: Buffer, secrets: Secret[]): Promise<Secret[]> {
  const name = createHash('sha256').update(body).digest('hex')
  const text = searched.get(name) ?? readAll(body)
  searched.set(name, text)
  const all = await text
  return secrets.filter(({ words }) => all.includes(plain(words)))
}

async function readAll(body: Buffer): Promise<string> {
  const texts = [body.toString('utf8')]
  if (body.subarray(0, 1024).includes('%PDF-')) texts.push(await readWords(body))
  return plain(texts.join('\n'))
}

/** All words of a PDF: what its streams hold and what a viewer would let you select. Of a part of one, only what stands there in plain. */
async function readWords(pdf: Buffer): Promise<string> {
  if (!pdf.subarray(-1024).includes('%%EOF')) return ''
  const renderer = createPdfRenderer({ threads: 1 })
  try {
    const source = { id: 'answer', read: async () => pdf }
    const { pageCount } = await renderer.inspect(source, 5000)
    const lines = (await renderer.readPages(source, 1, pageCount)).flat()
    return [(await openPdf(pdf)).everything, ...lines.map(({ text }) => text)].join('\n')
  } finally {
    await renderer.close()
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase()
}
