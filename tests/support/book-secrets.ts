import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import { openPdf } from './pdf-streams.ts'

const shelf = join(import.meta.dirname, '../../content/books')
const cache = join(import.meta.dirname, '../../node_modules/.cache/book-secrets')
/** Never closed, because starting its thread is slow and the thread does not keep the process alive. */
const renderer = createPdfRenderer({ threads: 1 })
/** Number of preview pages of the sample books. */
export const previewPages = 5

/** A text fragment from a locked page of a paid book. */
export type Secret = { bookId: string; page: number; words: string }

/**
 * Collects text fragments from locked pages, spread over the whole book, without text that is also in the catalog or in
 * a free book. The result is stored for other processes, as long as the books and this file are unchanged.
 *
 * @param count Number of fragments per book.
 */
export async function collectSecrets(paid: string[], free: string[], count: number): Promise<Secret[]> {
  const hash = createHash('sha256').update(JSON.stringify([paid, free, count]))
  const books = [...paid, ...free].flatMap((bookId) =>
    ['book.pdf', 'book.yaml'].map((name) => join(shelf, bookId, name)),
  )
  for (const file of [import.meta.filename, ...books]) hash.update(readFileSync(file))
  const savedFile = join(cache, `${hash.digest('hex').slice(0, 16)}.json`)
  if (existsSync(savedFile)) return JSON.parse(readFileSync(savedFile, 'utf8')) as Secret[]
  const secrets = await readSecrets(paid, free, count)
  // Written under a temporary name first, so that other processes find nothing or the complete file.
  mkdirSync(cache, { recursive: true })
  const draft = `${savedFile}.${process.pid}`
  writeFileSync(draft, JSON.stringify(secrets))
  renameSync(draft, savedFile)
  return secrets
}

async function readSecrets(paid: string[], free: string[], count: number): Promise<Secret[]> {
  const printed = async (bookId: string) => {
    const pdf = readFileSync(join(shelf, bookId, 'book.pdf'))
    const source = { id: bookId, read: async () => pdf }
    const { pageCount } = await renderer.inspect(source, 1000)
    return renderer.readPages(source, 1, pageCount)
  }
  const books = new Map(await Promise.all(paid.map(async (bookId) => [bookId, await printed(bookId)] as const)))
  const known = [
    ...(await Promise.all(free.map(printed))).flat(),
    ...[...books.values()].flatMap((pages) => pages.slice(0, previewPages)),
  ].flatMap((lines) => lines.map(({ text }) => text))
  const publicText = plain(
    [...known, ...[...paid, ...free].map((bookId) => readFileSync(join(shelf, bookId, 'book.yaml'), 'utf8'))].join(' '),
  )
  return [...books].flatMap(([bookId, pages]) => {
    const pieces = pages.slice(previewPages).flatMap((lines, index) =>
      lines.flatMap(({ text }) => {
        // Only characters that have the same bytes in every encoding.
        const words = /[A-Za-z][A-Za-z ,.]{26,60}[A-Za-z]/.exec(text)?.[0]
        return words && words.split(' ').length >= 5 && !publicText.includes(plain(words))
          ? [{ bookId, page: previewPages + 1 + index, words }]
          : []
      }),
    )
    if (pieces.length < count) throw new Error(`${bookId} has only ${pieces.length} lines that could be secrets`)
    return Array.from({ length: count }, (_, index) => pieces[Math.floor((index * pieces.length) / count)]!)
  })
}

const searches = new WeakMap<Secret[], Map<string, Promise<Secret[]>>>()
const pdfTexts = new Map<string, Promise<string>>()

/** Finds secrets in a response body, as plain text or in the streams of a PDF. Results are cached by body. */
export function findSecrets(body: Buffer, secrets: Secret[]): Promise<Secret[]> {
  const hash = createHash('sha256').update(body).digest('hex')
  const searched = searches.get(secrets) ?? new Map<string, Promise<Secret[]>>()
  searches.set(secrets, searched)
  const found = searched.get(hash) ?? search(body, hash, secrets)
  searched.set(hash, found)
  return found
}

async function search(body: Buffer, hash: string, secrets: Secret[]): Promise<Secret[]> {
  const { words, runs } = needlesOf(secrets)
  const texts = [plain(body.toString('utf8')), await readPdf(body, hash)].map((text) =>
    runs ? (text.match(runs) ?? []).join('\n') : text,
  )
  return secrets.filter((_, index) => texts.some((text) => text.includes(words[index]!)))
}

type Needles = { words: string[]; runs: RegExp | undefined }
const needles = new WeakMap<Secret[], Needles>()

/**
 * Returns the texts to find, and a pattern of the runs of characters that could contain them. Most bodies have few runs
 * that are long enough, so that not all 200 texts must be searched for in the rest.
 */
function needlesOf(secrets: Secret[]): Needles {
  const known = needles.get(secrets)
  if (known) return known
  const words = secrets.map((secret) => plain(secret.words))
  const shortest = Math.min(...words.map(({ length }) => length))
  const isSimple = words.every((one) => /^[a-z ,.]+$/.test(one))
  const made = { words, runs: isSimple ? new RegExp(`[a-z ,.]{${shortest},}`, 'g') : undefined }
  needles.set(secrets, made)
  return made
}

/** Reads all text of a PDF; empty for other bodies and for partial PDFs. */
function readPdf(body: Buffer, hash: string): Promise<string> | string {
  if (!body.subarray(0, 1024).includes('%PDF-') || !body.subarray(-1024).includes('%%EOF')) return ''
  const text = pdfTexts.get(hash) ?? readWords(body, hash)
  pdfTexts.set(hash, text)
  return text
}

/** Reads the text of a PDF, from its streams and as a viewer selects it. */
async function readWords(pdf: Buffer, id: string): Promise<string> {
  const source = { id, read: async () => pdf }
  const { pageCount } = await renderer.inspect(source, 5000)
  const lines = (await renderer.readPages(source, 1, pageCount)).flat()
  return plain([(await openPdf(pdf)).everything, ...lines.map(({ text }) => text)].join('\n'))
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase()
}
