import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { previewPages } from '../../tests/support/book-secrets.ts'
import { root } from '../measured-site.ts'

/** Content of locked pages in a response body: words in a row, images, bytes of the PDF. */
export type Finding = { texts: number; images: number; bytes: number; example: string }

/** So many words in a row are no chance where a book is asked for; elsewhere an author may say the same thing twice. */
const inARow = 6
const inARowElsewhere = 12
const windowBytes = 48
const windowStep = 16

/** Knows a paid book's pages beyond the open ones and finds them in anything that was received. */
export class LockedPages {
  readonly id: string
  readonly pages: number
  /** Words that stand beyond the open pages and nowhere before. */
  readonly rareWords: string[]
  readonly #phrases = new Set<string>()
  readonly #windows = new Set<string>()
  readonly #images = new Set<string>()

  /**
   * @param catalogue What the catalogue prints of the book for everybody (excerpt, contents), which may quote it.
   * @param others Ids of all other books: what a PDF shares with theirs (fonts, a program's phrases) is no page of it.
   */
  constructor(id: string, catalogue: string, others: string[]) {
    this.id = id
    const file = pdfOf(id)
    const printed = textOf(['-layout', file]).split('\f').slice(0, -1)
    this.pages = printed.length
    const open = new Set(phrasesOf(`${printed.slice(0, previewPages).join(' ')} ${catalogue}`))
    for (const page of printed.slice(previewPages))
      for (const phrase of phrasesOf(page)) if (!open.has(phrase)) this.#phrases.add(phrase)
    const openWords = new Set(wordsOf(`${printed.slice(0, previewPages).join(' ')} ${catalogue}`))
    this.rareWords = [...new Set(printed.slice(previewPages).flatMap(wordsOf))].filter(
      (word) => word.length > 6 && !openWords.has(word),
    )
    const bytes = readFileSync(file).toString('latin1')
    for (let at = 0; at + windowBytes <= bytes.length; at += windowStep) {
      const part = bytes.slice(at, at + windowBytes)
      // Runs of few bytes say nothing about a book.
      if (new Set(part).size > 20) this.#windows.add(part)
    }
    for (const other of others)
      for (const part of this.#windowsIn(readFileSync(pdfOf(other)))) this.#windows.delete(part)
  }

  /**
   * Takes out what stands on a page that has nothing to do with books: its style sheet may be quoted in one about
   * building websites.
   */
  pardon(page: string): void {
    for (const phrase of phrasesOf(withoutMarkup(page))) this.#phrases.delete(phrase)
  }

  /** Takes note of the images the site keeps of the book's locked pages. */
  knowImages(dataDir: string, edition: string): void {
    for (const file of globSync(`${dataDir}/**/${edition}/*-*.webp`)) {
      const page = Number(/(\d+)-\d+\.webp$/.exec(file)?.[1])
      if (page > previewPages) this.#images.add(sha(readFileSync(file)))
    }
  }

  /** Number of images it would recognise. */
  get knownImages(): number {
    return this.#images.size
  }

  /**
   * Looks through a body as it was received, and through what a PDF packs away.
   *
   * @param isAboutIt Whether the book was asked for: then fewer words in a row count.
   */
  async examine(body: Buffer, isAboutIt: boolean, scratch: string): Promise<Finding> {
    const isPdf = body.subarray(0, 1024).includes('%PDF-')
    const isText = !body.includes(0)
    const texts = [
      ...(isText ? [body.toString('utf8')] : []),
      ...(isPdf ? [...streamsOf(body), await pdfText(body, scratch)] : []),
    ]
    const phrases = texts.flatMap((text) => this.#phrasesIn(text, isAboutIt ? 1 : inARowElsewhere - inARow + 1))
    return {
      texts: phrases.length,
      example: phrases[0] ? `(${phrases[0]} …)` : '',
      images: this.#images.has(sha(body)) ? 1 : 0,
      bytes: isText ? 0 : this.#windowsIn(body).length * windowBytes,
    }
  }

  /** Phrases of locked pages in a text that come so many after each other. */
  #phrasesIn(text: string, together: number): string[] {
    let row = 0
    return phrasesOf(withoutMarkup(text)).filter((phrase) => {
      row = this.#phrases.has(phrase) ? row + 1 : 0
      return row >= together
    })
  }

  // Of a part of the PDF, at any offset, at least one window of the original lies whole in it.
  #windowsIn(body: Buffer): string[] {
    const text = body.toString('latin1')
    const found: string[] = []
    for (let at = 0; at + windowBytes <= text.length; at++) {
      const part = text.slice(at, at + windowBytes)
      if (this.#windows.has(part)) found.push(part)
    }
    return found
  }
}

const pdfOf = (id: string) => join(root, 'content/books', id, 'book.pdf')

const withoutMarkup = (text: string) => text.replaceAll(/<[^>]+>|\\n|\\u[0-9a-f]{4}/gi, ' ')

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[a-z]+/g) ?? []

function phrasesOf(text: string): string[] {
  const words = wordsOf(text)
  return words.slice(inARow - 1).map((_, index) => words.slice(index, index + inARow).join(' '))
}

function textOf(args: string[]): string {
  try {
    return execFileSync('pdftotext', [...args, '-'], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    throw new Error('pdftotext (Debian package poppler-utils) reads the books for this bench', { cause: error })
  }
}

async function pdfText(body: Buffer, scratch: string): Promise<string> {
  const file = join(scratch, `${sha(body)}.pdf`)
  writeFileSync(file, body)
  // A part of a PDF is none; its streams were looked through all the same.
  const read = await promisify(execFile)('pdftotext', [file, '-'], { maxBuffer: 256 * 1024 * 1024 }).catch(
    () => undefined,
  )
  return read?.stdout ?? ''
}

function* streamsOf(body: Buffer): Generator<string> {
  for (let at = body.indexOf('stream'); at >= 0; at = body.indexOf('stream', at + 6)) {
    const start = at + 6 + (body[at + 6] === 13 ? 2 : 1)
    const end = body.indexOf('endstream', start)
    if (end < 0) return
    const unpacked = unpack(body.subarray(start, end))
    if (unpacked) yield unpacked.toString('latin1')
    at = end
  }
}

function unpack(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes)
  } catch {
    return undefined
  }
}

function sha(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
