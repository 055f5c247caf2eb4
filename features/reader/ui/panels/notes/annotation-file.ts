import { cutText } from '#shared/cut-text.ts'
import type { TextPosition } from '../line-boxes.ts'
import type { Annotation } from './annotation.ts'

/** Format version of a book's annotations on this device. A reader leaves files of a newer version alone. */
const fileVersion = 1

const maxNoteLength = 5000
const maxQuoteLength = 2000

/** Result of reading a stored file. */
type ReadFile =
  | { kind: 'read'; annotations: Annotation[] }
  /** The file is invalid as a whole or in part: the valid annotations; the text should be backed up. */
  | { kind: 'damaged'; annotations: Annotation[] }
  | { kind: 'newer' }

/** Reads what {@link writeFile} wrote. Accepts any input and returns what is valid. */
export function readFile(text: string): ReadFile {
  const file = parsed(text)
  if (!isRecord(file) || typeof file['version'] !== 'number') return { kind: 'damaged', annotations: [] }
  if (file['version'] > fileVersion) return { kind: 'newer' }
  const entries = Array.isArray(file['annotations']) ? file['annotations'] : undefined
  if (!entries) return { kind: 'damaged', annotations: [] }
  const seen = new Set<string>()
  const annotations = entries.flatMap((entry) => {
    const annotation = asAnnotation(entry)
    if (!annotation || seen.has(annotation.id)) return []
    seen.add(annotation.id)
    return [annotation]
  })
  return { kind: annotations.length === entries.length ? 'read' : 'damaged', annotations }
}

export function writeFile(annotations: readonly Annotation[]): string {
  return JSON.stringify({ version: fileVersion, annotations })
}

/** Truncate a note or a quote to its maximum length. */
export const clippedNote = (note: string) => cutText(note.trim(), maxNoteLength)
export const clippedQuote = (quote: string) => cutText(quote, maxQuoteLength)

function asAnnotation(entry: unknown): Annotation | undefined {
  if (!isRecord(entry)) return undefined
  const { id, kind, page, quote, note, edition, before, after, createdAt } = entry
  const start = asPosition(entry['start'])
  const end = asPosition(entry['end'])
  if (kind !== 'bookmark' && kind !== 'highlight') return undefined
  if (typeof id !== 'string' || id === '' || !isCount(page, 1) || !start || !end) return undefined
  if (typeof quote !== 'string' || typeof edition !== 'string') return undefined
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) return undefined
  return {
    id,
    kind,
    page,
    start,
    end,
    quote: clippedQuote(quote),
    before: typeof before === 'string' ? before : '',
    after: typeof after === 'string' ? after : '',
    note: typeof note === 'string' ? clippedNote(note) : '',
    edition,
    isMoved: entry['isMoved'] === true,
    createdAt,
  }
}

function asPosition(value: unknown): TextPosition | undefined {
  if (!isRecord(value)) return undefined
  const { line, offset } = value
  return isCount(line, 0) && isCount(offset, 0) ? { line, offset } : undefined
}

function isCount(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
