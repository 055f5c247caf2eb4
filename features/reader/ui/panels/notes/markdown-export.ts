import type { useTranslations } from 'use-intl/react'
import type { Locale } from '#shared/locales.ts'
import { formatLongDay } from '#shared/long-timestamp.ts'
import { type Annotation, inReadingOrder } from './annotation.ts'

/** The exported book. */
type ExportedBook = { id: string; title: string; author?: string }

type Translate = ReturnType<typeof useTranslations<'reader.notes'>>

/** Language of the export, and its texts. */
type Language = { t: Translate; locale: Locale }

/** Returns the file name, in English `{id}-notes.md`. */
export const exportName = (book: Pick<ExportedBook, 'id'>, t: Translate) => t('exportFile', { book: book.id })

/** Exports the annotations of a book as Markdown: page, quote, note and date of each. Text is escaped. */
export function toMarkdown(book: ExportedBook, annotations: readonly Annotation[], language: Language): string {
  const { t } = language
  const entry = (annotation: Annotation) => describe(annotation, language)
  const found = inReadingOrder(annotations.filter(({ isMoved }) => !isMoved))
  const moved = inReadingOrder(annotations.filter(({ isMoved }) => isMoved))
  const parts = [
    `# ${plain(book.title)}`,
    ...(book.author ? [plain(book.author)] : []),
    ...found.map(entry),
    ...(moved.length > 0 ? [`## ${t('moved')}`, t('exportMovedHint')] : []),
    ...moved.map(entry),
  ]
  return `${parts.join('\n\n')}\n`
}

function describe({ kind, page, quote, note, createdAt }: Annotation, { t, locale }: Language): string {
  const parts = [
    `### ${t(kind === 'bookmark' ? 'exportBookmark' : 'exportPage', { page: String(page) })}`,
    ...(quote ? [quoted(quote)] : []),
    ...(note ? [note.split('\n').map(plain).join('\n')] : []),
    formatLongDay(new Date(createdAt), locale),
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
