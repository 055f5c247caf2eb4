import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, type PDFPage, PDFRef, PDFString } from '@cantoo/pdf-lib'
import type { Book } from './manuscript.ts'

const PUBLISHED = new Date('2026-11-01T00:00:00Z')
const PAPER = '0.984 0.973 0.945'
const PLATE = '0.067 0.047 0.031'

/** Page number of every chapter, in order, first page = 1. */
export async function chapterPages(pdf: Uint8Array): Promise<number[]> {
  const file = await PDFDocument.load(pdf, { updateMetadata: false })
  const pageOf = new Map(file.getPages().map((page, index) => [page.ref.toString(), index + 1]))
  return chapterBookmarks(file).map((bookmark) => {
    const target = bookmark.lookup(PDFName.of('Dest'), PDFArray).get(0)
    return (target instanceof PDFRef && pageOf.get(target.toString())) || 0
  })
}

/**
 * Turns what Chromium printed into the book that ships: paper under the inside pages, the book's own facts
 * instead of the browser's, a fixed date and an id made from the text, so that printing twice changes little.
 */
export async function finishPdf(pdf: Uint8Array, book: Book): Promise<{ bytes: Uint8Array; pages: number }> {
  const file = await PDFDocument.load(pdf, { updateMetadata: false })
  file.setTitle(book.title, { showInWindowTitleBar: true })
  file.setAuthor(book.author)
  file.setSubject(book.subtitle)
  file.setKeywords([book.category])
  file.setCreator('Swade Books')
  file.setCreationDate(PUBLISHED)
  file.setModificationDate(PUBLISHED)
  file.catalog.set(PDFName.of('Lang'), PDFString.of('en-US'))
  file.catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
  file.getPages().forEach((page, index) => layUnder(file, page, index === 0 ? PLATE : PAPER))
  const bookmarks = chapterBookmarks(file)
  book.chapters.forEach(({ number, title }, index) => {
    bookmarks[index]?.set(PDFName.of('Title'), PDFHexString.fromText(number ? `${number}. ${title}` : title))
  })
  const text = JSON.stringify(book.chapters.map(({ number, title, markdown }) => [number, title, markdown]))
  const id = PDFHexString.of(createHash('md5').update(`${book.id}\n${text}`).digest('hex'))
  file.context.trailerInfo.ID = file.context.obj([id, id])
  return { bytes: await file.save({ useObjectStreams: true, addDefaultPage: false }), pages: file.getPageCount() }
}

/** Chromium paints no background into the page margins, so the paper goes under everything it painted. */
function layUnder(file: PDFDocument, page: PDFPage, color: string): void {
  const { width, height } = page.getSize()
  const paper = file.context.register(
    file.context.stream(`/Artifact BMC q ${color} rg -5 -5 ${width + 10} ${height + 10} re f Q EMC\n`),
  )
  const printed = page.node.get(PDFName.of('Contents'))
  const rest =
    printed instanceof PDFRef && !(file.context.lookup(printed) instanceof PDFArray) ? [printed] : page.node.Contents()
  const streams = rest instanceof PDFArray ? rest.asArray() : (rest ?? [])
  page.node.set(PDFName.of('Contents'), file.context.obj([paper, ...(streams as PDFRef[])]))
}

/** The top-level bookmarks but the first, which is the contents page. */
function chapterBookmarks(file: PDFDocument): PDFDict[] {
  const outline = file.catalog.lookup(PDFName.of('Outlines'), PDFDict)
  const all: PDFDict[] = []
  for (let item = following(outline, 'First'); item; item = following(item, 'Next')) all.push(item)
  return all.slice(1)
}

function following(item: PDFDict, key: 'First' | 'Next'): PDFDict | undefined {
  return item.lookupMaybe(PDFName.of(key), PDFDict)
}
