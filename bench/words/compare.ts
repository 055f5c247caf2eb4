import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { findOnPage, foldQuery, glue, indexPage } from '../../features/reader/server/search/page-index.ts'
import { isUnspaced } from '../../shared/fold-text.ts'

const run = promisify(execFile)

/** Pages of a long file that are looked at. */
const mostPages = 10

/**
 * Words of one script: how many Poppler reads, how many of them our search finds, and how many stand as words of their
 * own in our text.
 */
export type Count = { theirs: number; found: number; whole: number }

/** The result of one file. `missed` contains some of the words that only Poppler finds. */
export type Comparison = { scripts: Map<string, Count>; missed: string[]; error?: string }

const byWords = new Intl.Segmenter(undefined, { granularity: 'word' })
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Syriac',
  'Thaana',
  'Nko',
  'Adlam',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Ethiopic',
  'Cherokee',
  'Canadian_Aboriginal',
  'Mongolian',
  'Tifinagh',
  'Hangul',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Han',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Compares the text our reader finds on a file's pages with Poppler's `pdftotext`. */
export async function compareFile(renderer: PdfRenderer, path: string): Promise<Comparison> {
  const found: Comparison = { scripts: new Map(), missed: [] }
  const theirs = await popplerWords(path)
  if (theirs.every((page) => wordsOf(page).length === 0)) return found
  const pdf = await readFile(path)
  const source = { id: path, read: async () => pdf }
  try {
    for (const [at, text] of theirs.entries()) {
      const [lines = []] = await renderer.readPages(source, at + 1, at + 1)
      comparePage(
        text,
        lines.map((line) => (line.isGlued ? glue : '') + line.text),
        found,
      )
    }
  } catch (error) {
    found.error = (error as Error).message
    for (const text of theirs) comparePage(text, [], found)
  }
  return found
}

/** Counts how many words of a printed text our search finds, and how many it finds in what Poppler reads. */
export type SampleCount = { printed: number; ours: number; theirs: number; missed: string[] }

/** Compares the text our reader finds in a sample, and the text Poppler finds, with the printed text. */
export async function compareSample(renderer: PdfRenderer, path: string, text: string): Promise<SampleCount> {
  const pdf = await readFile(path)
  const source = { id: path, read: async () => pdf }
  const theirPages = (await popplerPages(path)).map((page) => indexPage(page.split('\n')))
  const ourPages = (await renderer.readPages(source, 1, theirPages.length)).map((lines) =>
    indexPage(lines.map((line) => (line.isGlued ? glue : '') + line.text)),
  )
  const words = wordsOf(text)
  const missed = words.filter((word) => !ourPages.some((page) => findOnPage(page, word, false).length > 0))
  const theirs = words.filter((word) => theirPages.some((page) => findOnPage(page, word, false).length > 0))
  return { printed: words.length, ours: words.length - missed.length, theirs: theirs.length, missed }
}

function comparePage(theirs: string, ours: string[], { scripts: counts, missed }: Comparison): void {
  const index = indexPage(ours)
  const standing = new Map<string, number>()
  for (const word of wordsOf(ours.join('\n'))) standing.set(word, (standing.get(word) ?? 0) + 1)
  for (const word of wordsOf(theirs)) {
    const script = scripts.find(({ pattern }) => pattern.test(word))?.name ?? 'digits and signs'
    const count = counts.get(script) ?? { theirs: 0, found: 0, whole: 0 }
    count.theirs += 1
    // Word by word Poppler tells those that run from right to left as they are seen.
    const isFound =
      findOnPage(index, word, false).length > 0 ||
      (/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(word) &&
        findOnPage(index, foldQuery([...word].toReversed().join('')), false).length > 0)
    if (isFound) count.found += 1
    else if (missed.length < 12) missed.push(word)
    const left = standing.get(word) ?? 0
    if (left > 0) count.whole += 1
    standing.set(word, left - 1)
    counts.set(script, count)
  }
}

/**
 * The words of a text as search compares them; where no blanks stand between words, those a dictionary finds in a line.
 */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .flatMap((part) =>
      [...part].some(isUnspaced) && !/\p{Script=Hangul}/u.test(part)
        ? [...byWords.segment(part)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
        : [part],
    )
    .map(foldQuery)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/**
 * The words of each page as Poppler tells them, without those that are not on the page as it is shown: nobody could
 * read them there.
 */
async function popplerWords(path: string): Promise<string[]> {
  const html = await runPoppler(['-bbox', '-cropbox'], path)
  return html
    .split('<page ')
    .slice(1)
    .map((page) => {
      const [, width = 0, height = 0] = /width="([\d.]+)" height="([\d.]+)"/.exec(page)?.map(Number) ?? []
      const words = page.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g)
      return [...words]
        .filter(
          ([, left, top, right, bottom]) =>
            isWithin(Number(left) + Number(right), width) && isWithin(Number(top) + Number(bottom), height),
        )
        .map(([, , , , , word]) => withoutEntities(word!))
        .join('\n')
    })
}

const isWithin = (twiceTheMiddle: number, length: number) => twiceTheMiddle >= 0 && twiceTheMiddle <= 2 * length

const withoutEntities = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** The text of each page in the order Poppler reads it. */
async function popplerPages(path: string): Promise<string[]> {
  return (await runPoppler([], path)).split('\f').slice(0, -1)
}

async function runPoppler(options: string[], path: string): Promise<string> {
  try {
    const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', ...options, '-l', String(mostPages), path, '-'], {
      maxBuffer: 64 * 1024 * 1024,
      timeout: 60_000,
    })
    return stdout
  } catch {
    // A file Poppler does not open has nothing to hold ours against.
    return ''
  }
}
