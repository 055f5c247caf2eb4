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

/** Letter height as a share of the page's width, and the minimum legible size in points. */
const sizeShare = 0.0135
const minSize = 5

/** Distance from the page's edge, as in page images. */
const marginShare = 0.012

/** Legible on white paper and on dark images. */
const grey = 0.5

const formName = PDFName.of('OrderMark')

type Box = { left: number; bottom: number; right: number; top: number }

/**
 * Adds the watermark to the foot of every page of a PDF, upright and inside the visible area, however the page is
 * rotated or cropped. The same input always gives the same bytes, so that downloads can be resumed.
 *
 * @throws for unusable PDFs; never returns a partly watermarked file.
 */
export async function watermarkPdf(pdf: Uint8Array, line: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: false })
  const pages = document.getPages()
  if (pages.length === 0) throw new Error('the PDF has no pages')
  const font = await document.embedFont(StandardFonts.Helvetica)
  const width = font.widthOfTextAtSize(line, 1)
  const { context } = document
  // The text is defined once, one unit high; every page places it in its own position and size.
  const form = context.register(
    context.flateStream(`/Artifact BMC BT ${grey} g /F 1 Tf ${font.encodeText(line).toString()} Tj ET EMC`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -0.4, width, 1.1],
      Resources: { Font: { F: font.ref } },
    }),
  )
  // Isolates the page's own content, so that its transformations do not move the watermark.
  const fence = context.register(context.stream('q\n'))
  for (const page of pages) {
    const matrix = matrixFor(page, width)
    const show = context.register(
      context.stream(`\nQ\nq ${matrix.map((value) => round(value)).join(' ')} cm /OrderMark Do Q\n`),
    )
    nameForm(page, form)
    page.node.set(PDFName.of('Contents'), context.obj([fence, ...contentsOf(page), show]))
  }
  return document.save({ objectsPerTick: Infinity, updateFieldAppearances: false, addDefaultPage: false })
}

/** Returns the matrix that places the watermark on a page. */
function matrixFor(page: PDFPage, lineWidth: number): number[] {
  const box = visibleBox(page)
  const rotation = (((Math.round((numberOf(inherited(page, 'Rotate')) ?? 0) / 90) * 90) % 360) + 360) % 360
  const isOnItsSide = rotation === 90 || rotation === 270
  const pageWidth = isOnItsSide ? box.top - box.bottom : box.right - box.left
  const unit = page.node.lookup(PDFName.of('UserUnit'))
  const minLetterSize = minSize / (unit instanceof PDFNumber && unit.asNumber() > 0 ? unit.asNumber() : 1)
  const size = Math.min(Math.max(minLetterSize, pageWidth * sizeShare), (pageWidth * 0.92) / lineWidth)
  const across = (pageWidth - lineWidth * size) / 2
  const up = Math.max(pageWidth * marginShare, size * 0.5)
  // Pages are rotated clockwise for display, so screen directions are converted to page directions.
  const { left, bottom, right, top } = box
  if (rotation === 90) return [0, size, -size, 0, right - up, bottom + across]
  if (rotation === 180) return [-size, 0, 0, -size, right - across, top - up]
  if (rotation === 270) return [0, -size, size, 0, left + up, top - across]
  return [size, 0, 0, size, left + across, bottom + up]
}

/** Returns the visible area of a page: its crop box within the media box. */
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

/** A deeper or cyclic page tree is a mistake or an attack. */
const maxTreeDepth = 64

/** Returns a property of a page or of its ancestors; in damaged files that may be anything, even the catalogue. */
function inherited(page: PDFPage, name: string): PDFObject | undefined {
  const key = PDFName.of(name)
  let node: PDFObject | undefined = page.node
  for (let depth = 0; depth < maxTreeDepth && node instanceof PDFDict; depth += 1) {
    const value = node.lookup(key)
    if (value) return value
    node = node.lookup(PDFName.of('Parent'))
  }
  return undefined
}

const numberOf = (value: PDFObject | undefined) => (value instanceof PDFNumber ? value.asNumber() : undefined)

/** The corners may be given in any order. */
function readBox(value: PDFObject | undefined, page: PDFPage): Box | undefined {
  const array = page.doc.context.lookup(value)
  if (!(array instanceof PDFArray) || array.size() !== 4) return undefined
  const numbers = [0, 1, 2, 3]
    .map((index) => array.lookup(index))
    .map((one) => (one instanceof PDFNumber ? one.asNumber() : NaN))
  const [x0, y0, x1, y1] = numbers as [number, number, number, number]
  const box = { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) }
  return box.right > box.left && box.top > box.bottom ? box : undefined
}

/** Resources can be shared or inherited; each page gets its own dictionaries with the watermark. */
function nameForm(page: PDFPage, form: PDFRef): void {
  const { context } = page.doc
  const copyOf = (dict: PDFObject | undefined) => (dict instanceof PDFDict ? dict.clone(context) : context.obj({}))
  const resources = copyOf(inherited(page, 'Resources'))
  const objects = copyOf(resources.lookup(PDFName.of('XObject')))
  objects.set(formName, form)
  resources.set(PDFName.of('XObject'), objects)
  page.node.set(PDFName.of('Resources'), resources)
}

function contentsOf(page: PDFPage): PDFObject[] {
  const entry = page.node.get(PDFName.of('Contents'))
  const content = page.doc.context.lookup(entry)
  if (content instanceof PDFArray) return content.asArray()
  return content && entry instanceof PDFRef ? [entry] : []
}

function round(value: number): string {
  return String(Math.round(value * 10_000) / 10_000)
}
