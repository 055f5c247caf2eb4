import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  StandardFonts,
} from '@cantoo/pdf-lib'

/** Height of the letters as a share of the page's width, and the least that is still read on paper, in points. */
const sizeShare = 0.0135
const leastSize = 5

/** Keeps off the page's edge as the mark in page images does. */
const marginShare = 0.012

/** Reads on white paper and on dark pictures alike. */
const grey = 0.5

const markName = PDFName.of('OrderMark')

type Box = { left: number; bottom: number; right: number; top: number }

/**
 * Sets the line in the foot of every page of a PDF: upright and inside what is seen of the page, however it is turned
 * or cropped. The same input always gives the same bytes, so that a broken download can go on.
 *
 * @throws whatever is wrong with the PDF; nothing half stamped comes back.
 */
export async function stampPdf(pdf: Uint8Array, line: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: false })
  const pages = document.getPages()
  if (pages.length === 0) throw new Error('the PDF has no pages')
  const font = await document.embedFont(StandardFonts.Helvetica)
  const width = font.widthOfTextAtSize(line, 1)
  const { context } = document
  // The line once, one unit high; every page shows it in its own place and size.
  const form = context.register(
    context.flateStream(`/Artifact BMC BT ${grey} g /F 1 Tf ${font.encodeText(line).toString()} Tj ET EMC`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -0.4, width, 1.1],
      Resources: { Font: { F: font.ref } },
    }),
  )
  // The page's own content is fenced off: what it did to the coordinates must not move the line.
  const fence = context.register(context.stream('q\n'))
  for (const page of pages) {
    const place = placeOf(page, width)
    const show = context.register(
      context.stream(`\nQ\nq ${place.map((value) => round(value)).join(' ')} cm /OrderMark Do Q\n`),
    )
    nameForm(page, form)
    page.node.set(PDFName.of('Contents'), context.obj([fence, ...contentsOf(page), show]))
  }
  return document.save({ objectsPerTick: Infinity, updateFieldAppearances: false, addDefaultPage: false })
}

/** Where the line stands: the matrix that carries it from its own units to the page's. */
function placeOf(page: PDFPage, lineWidth: number): number[] {
  const box = visibleBox(page)
  const turn = (((Math.round((numberOf(inherited(page, 'Rotate')) ?? 0) / 90) * 90) % 360) + 360) % 360
  const isOnItsSide = turn === 90 || turn === 270
  const pageWidth = isOnItsSide ? box.top - box.bottom : box.right - box.left
  const unit = page.node.lookup(PDFName.of('UserUnit'))
  const least = leastSize / (unit instanceof PDFNumber && unit.asNumber() > 0 ? unit.asNumber() : 1)
  const size = Math.min(Math.max(least, pageWidth * sizeShare), (pageWidth * 0.92) / lineWidth)
  const across = (pageWidth - lineWidth * size) / 2
  const up = Math.max(pageWidth * marginShare, size * 0.5)
  // Pages are turned clockwise when shown: what is right and up on the screen, told in the page's own directions.
  const { left, bottom, right, top } = box
  if (turn === 90) return [0, size, -size, 0, right - up, bottom + across]
  if (turn === 180) return [-size, 0, 0, -size, right - across, top - up]
  if (turn === 270) return [0, -size, size, 0, left + up, top - across]
  return [size, 0, 0, size, left + across, bottom + up]
}

/** What is seen of a page: its crop box as far as it lies on the sheet. */
function visibleBox(page: PDFPage): Box {
  const sheet = readBox(inherited(page, 'MediaBox'), page) ?? { left: 0, bottom: 0, right: 612, top: 792 }
  const crop = readBox(inherited(page, 'CropBox'), page) ?? sheet
  const both = {
    left: Math.max(sheet.left, crop.left),
    bottom: Math.max(sheet.bottom, crop.bottom),
    right: Math.min(sheet.right, crop.right),
    top: Math.min(sheet.top, crop.top),
  }
  return both.right > both.left && both.top > both.bottom ? both : sheet
}

/** A tree of pages deeper than this, or one that leads back into itself, is a mistake or a trap. */
const deepestTree = 64

/**
 * What a page says of itself, or else what stands above it; in damaged files that may be anything, even the catalogue.
 */
function inherited(page: PDFPage, name: string): PDFObject | undefined {
  const key = PDFName.of(name)
  let node: PDFObject | undefined = page.node
  for (let depth = 0; depth < deepestTree && node instanceof PDFDict; depth += 1) {
    const told = node.lookup(key)
    if (told) return told
    node = node.lookup(PDFName.of('Parent'))
  }
  return undefined
}

const numberOf = (told: PDFObject | undefined) => (told instanceof PDFNumber ? told.asNumber() : undefined)

/** The corners may be told in any order. */
function readBox(told: PDFObject | undefined, page: PDFPage): Box | undefined {
  const array = page.doc.context.lookup(told)
  if (!(array instanceof PDFArray) || array.size() !== 4) return undefined
  const numbers = [0, 1, 2, 3]
    .map((index) => array.lookup(index))
    .map((one) => (one instanceof PDFNumber ? one.asNumber() : NaN))
  const [x0, y0, x1, y1] = numbers as [number, number, number, number]
  const box = { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) }
  return box.right > box.left && box.top > box.bottom ? box : undefined
}

/** Resources can be shared by many pages or inherited; each page gets dictionaries of its own that know the line. */
function nameForm(page: PDFPage, form: PDFRef): void {
  const { context } = page.doc
  const copyOf = (dict: PDFObject | undefined) => (dict instanceof PDFDict ? dict.clone(context) : context.obj({}))
  const resources = copyOf(inherited(page, 'Resources'))
  const objects = copyOf(resources.lookup(PDFName.of('XObject')))
  objects.set(markName, form)
  resources.set(PDFName.of('XObject'), objects)
  page.node.set(PDFName.of('Resources'), resources)
}

function contentsOf(page: PDFPage): PDFObject[] {
  const told = page.node.get(PDFName.of('Contents'))
  const content = page.doc.context.lookup(told)
  if (content instanceof PDFArray) return content.asArray()
  return content && told instanceof PDFRef ? [told] : []
}

function round(value: number): string {
  return String(Math.round(value * 10_000) / 10_000)
}
