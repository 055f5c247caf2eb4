import { createHash } from 'node:crypto'
import { PDFArray, PDFBool, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef, PDFString, rgb } from 'pdf-lib'
import type { Book } from './manuscript.ts'

const PUBLISHED = new Date('2026-11-01T00:00:00Z')
const PAPER = rgb(0.984, 0.973, 0.945)

/** Page number of every top-level bookmark, in order, first page = 1. */
export async function topBookmarkPages(pdf: Uint8Array): Promise<number[]> {
  const file = await PDFDocument.load(pdf, { updateMetadata: false })
  const pageOf = new Map(file.getPages().map((page, index) => [page.ref.toString(), index + 1]))
  const outline = file.catalog.lookup(PDFName.of('Outlines'), PDFDict)
  const pages: number[] = []
  for (let item = outline.lookupMaybe(PDFName.of('First'), PDFDict); item; item = item.lookupMaybe(PDFName.of('Next'), PDFDict)) {
    const target = item.lookup(PDFName.of('Dest'), PDFArray).get(0)
    pages.push((target instanceof PDFRef && pageOf.get(target.toString())) || 0)
  }
  return pages
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
  file.getPages().slice(1).forEach((page) => layPaper(file, page))
  const text = JSON.stringify(book.chapters.map(({ number, title, markdown }) => [number, title, markdown]))
  const id = PDFHexString.of(createHash('md5').update(`${book.id}\n${text}`).digest('hex'))
  file.context.trailerInfo.ID = file.context.obj([id, id])
  return { bytes: await file.save({ useObjectStreams: true, addDefaultPage: false }), pages: file.getPageCount() }
}

/** Chromium paints no background into the page margins, so the paper goes under everything it painted. */
function layPaper(file: PDFDocument, page: ReturnType<PDFDocument['getPages']>[number]): void {
  const { width, height } = page.getSize()
  const channels = [PAPER.red, PAPER.green, PAPER.blue].join(' ')
  const paper = file.context.register(
    file.context.stream(`/Artifact BMC q ${channels} rg 0 0 ${width} ${height} re f Q EMC\n`),
  )
  const printed = page.node.get(PDFName.of('Contents'))
  const rest = printed instanceof PDFRef && !(file.context.lookup(printed) instanceof PDFArray) ? [printed] : page.node.Contents()
  const streams = rest instanceof PDFArray ? rest.asArray() : (rest ?? [])
  page.node.set(PDFName.of('Contents'), file.context.obj([paper, ...(streams as PDFRef[])]))
}

void PDFBool
