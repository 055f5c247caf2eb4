import type { TextLine } from '#features/reader/contract.ts'
import type { Annotation, Passage } from './annotation.ts'
import { clippedQuote } from './annotation-file.ts'
import { passageBetween } from './find-quote.ts'

/** Creates a highlight of a passage. */
export function newHighlight(passage: Passage, edition: string): Annotation {
  return { ...base(edition), ...passage, quote: clippedQuote(passage.quote), kind: 'highlight' }
}

/** Headers repeat on every page; a line this long is body text. */
const minTextLength = 30

/** Creates a bookmark of a page; it stores the page's beginning. */
export function newBookmark(page: number, lines: readonly TextLine[], edition: string): Annotation {
  const textLine = lines.findIndex(({ text }) => text.trim().length >= minTextLength)
  const line = textLine < 0 ? lines.findIndex(({ text }) => text.trim() !== '') : textLine
  const start = { line: Math.max(0, line), offset: 0 }
  const end = { line: start.line, offset: lines[start.line]?.text.length ?? 0 }
  const passage = passageBetween(page, lines, start, end) ?? { page, start, end, quote: '', before: '', after: '' }
  return { ...base(edition), ...passage, kind: 'bookmark' }
}

function base(edition: string) {
  return { id: newId(), note: '', edition, isMoved: false, createdAt: new Date().toISOString() }
}

// `crypto.randomUUID` is missing over plain http.
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
