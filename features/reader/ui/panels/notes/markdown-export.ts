import { type Annotation, inReadingOrder } from './annotation.ts'

/** The exported book. */
export type ExportedBook = { id: string; title: string; author?: string }

/** Returns the file name: `{id}-notes.md`. */
export const exportName = (book: Pick<ExportedBook, 'id'>) => `${book.id}-notes.md`

/** Exports the annotations of a book as Markdown: page, quote, note and date of each. Text is escaped. */
export function toMarkdown(book: ExportedBook, annotations: readonly Annotation[]): string {
  const found = inReadingOrder(annotations.filter(({ isMoved }) => !isMoved))
  const moved = inReadingOrder(annotations.filter(({ isMoved }) => isMoved))
  const parts = [
    `# ${plain(book.title)}`,
    ...(book.author ? [plain(book.author)] : []),
    ...found.map(entry),
    ...(moved.length > 0 ? ['## Not found in this edition', 'Page numbers are from an earlier edition.'] : []),
    ...moved.map(entry),
  ]
  return `${parts.join('\n\n')}\n`
}

function entry({ kind, page, quote, note, createdAt }: Annotation): string {
  const parts = [
    `### Page ${page}${kind === 'bookmark' ? ', bookmark' : ''}`,
    ...(quote ? [quoted(quote)] : []),
    ...(note ? [note.split('\n').map(plain).join('\n')] : []),
    createdAt.slice(0, 10),
  ]
  return parts.join('\n\n')
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${plain(line)}`)
    .join('\n')
}

/** Escapes Markdown syntax. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replace(
      /^(\s*)([#+-]|\d+[.)])(?=\s|$)/,
      (_whole, space: string, sign: string) => `${space}${sign.slice(0, -1)}\\${sign.slice(-1)}`,
    )
}
