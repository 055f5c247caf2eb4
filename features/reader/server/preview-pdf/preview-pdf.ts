import { PDFDocument, PDFHexString, type PDFPage, type PDFRef, StandardFonts } from '@cantoo/pdf-lib'
import type { PageImage, PreviewSource } from './preview-source.ts'
import { createInvisibleText } from './invisible-text.ts'
import { deflateSync } from 'node:zlib'

/**
 * Writes a PDF of a book's preview pages from safe parts: page images, text, and outline entries that lead to them.
 * Cutting pages out of the book's PDF would leak parts of later pages.
 *
 * @returns The same bytes for the same source.
 */
export async function writePreviewPdf(source: PreviewSource): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const { context } = document
  const { title, author, totalPages } = source
  const extent = `${source.pages.length} of ${totalPages} pages`
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setAuthor(author)
  document.setSubject(`Preview: pages 1 to ${source.pages.length} of ${totalPages}`)
  document.setKeywords([extent])
  const font = await document.embedFont(StandardFonts.Helvetica)
  const invisibleText = createInvisibleText(
    document,
    source.pages.flatMap(({ lines }) => lines.map(({ text }) => text)),
    font,
  )
  const pages: PDFPage[] = []
  for (const { width, height, pageImage, lines } of source.pages) {
    const page = document.addPage([width, height])
    const image = await embedPageImage(document, pageImage)
    const text = lines.map((line) =>
      invisibleText.line(
        line.text,
        {
          x: line.x * width,
          y: (1 - line.y - line.height) * height,
          width: line.width * width,
          height: line.height * height,
        },
        line.direction,
      ),
    )
    page.node.set(
      page.node.context.obj('Resources'),
      context.obj({ XObject: { Page: image }, Font: invisibleText.fonts }),
    )
    const content = [`q ${width} 0 0 ${height} 0 0 cm /Page Do Q`, 'q', ...text, 'Q'].join('\n')
    page.node.set(context.obj('Contents'), context.register(context.flateStream(content)))
    pages.push(page)
  }
  const last = pages.at(-1)
  if (last && totalPages > pages.length) drawPageCount(last, `Preview · ${extent}`, font)
  setOutline(
    document,
    pages,
    source.outline.filter(({ page }) => page <= pages.length),
  )
  return document.save({ objectsPerTick: Infinity, addDefaultPage: false })
}

async function embedPageImage(document: PDFDocument, pageImage: PageImage): Promise<PDFRef> {
  const { context } = document
  if (pageImage.kind === 'jpeg') {
    const image = await document.embedJpg(pageImage.bytes)
    await image.embed()
    return image.ref
  }
  const { pixels, width, height, channels } = pageImage
  const indexed = indexColours(pixels, width, height, channels)
  if (!indexed) throw new Error('a page drawn without loss has more than 256 colors')
  return context.register(
    context.stream(indexed.data, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: indexed.bitsPerComponent,
      ColorSpace: [
        'Indexed',
        'DeviceRGB',
        indexed.palette.length / 3 - 1,
        PDFHexString.of(Buffer.from(indexed.palette).toString('hex')),
      ],
      Filter: 'FlateDecode',
    }),
  )
}

/** Prints the total number of pages at the end of a preview. */
function drawPageCount(page: PDFPage, text: string, font: Awaited<ReturnType<PDFDocument['embedFont']>>): void {
  const width = page.getWidth()
  const size = Math.max(5, width * 0.0135)
  page.node.normalize()
  page.drawText(text, {
    font,
    size,
    x: (width - font.widthOfTextAtSize(text, size)) / 2,
    y: Math.max(width * 0.012, size * 0.5),
  })
}

type Entry = PreviewSource['outline'][number]

function setOutline(document: PDFDocument, pages: PDFPage[], entries: Entry[]): void {
  if (entries.length === 0) return
  const { context } = document
  const root = context.nextRef()
  const level = addOutlineLevel(document, pages, entries, root)
  context.assign(root, context.obj({ Type: 'Outlines', First: level.first, Last: level.last, Count: entries.length }))
  document.catalog.set(context.obj('Outlines'), root)
}

/** Adds outline entries below a parent; entries deeper than the first become children of the one before them. */
function addOutlineLevel(
  document: PDFDocument,
  pages: PDFPage[],
  entries: Entry[],
  parent: PDFRef,
): { first: PDFRef; last: PDFRef } {
  const { context } = document
  const siblings: { entry: Entry; below: Entry[]; ref: PDFRef }[] = []
  for (const entry of entries) {
    const before = siblings.at(-1)
    if (before && entry.depth > before.entry.depth) before.below.push(entry)
    else siblings.push({ entry, below: [], ref: context.nextRef() })
  }
  siblings.forEach(({ entry, below, ref }, index) => {
    const item = context.obj({
      Title: PDFHexString.fromText(entry.title),
      Parent: parent,
      Dest: [pages[entry.page - 1]!.ref, 'Fit'],
      ...(index > 0 ? { Prev: siblings[index - 1]!.ref } : {}),
      ...(index < siblings.length - 1 ? { Next: siblings[index + 1]!.ref } : {}),
    })
    if (below.length > 0) {
      const { first, last } = addOutlineLevel(document, pages, below, ref)
      item.set(context.obj('First'), first)
      item.set(context.obj('Last'), last)
      item.set(context.obj('Count'), context.obj(below.length))
    }
    context.assign(ref, item)
  })
  return { first: siblings[0]!.ref, last: siblings.at(-1)!.ref }
}

/** An image of at most 256 colors in PDF form: a palette, and rows of indexes into it, packed and deflated. */
type IndexedImage = { palette: Uint8Array; bitsPerComponent: 4 | 8; data: Uint8Array }

/** @returns undefined when there are more than 256 colors. @see ISO 32000-1, 8.6.6.3 */
function indexColours(pixels: Uint8Array, width: number, height: number, channels: number): IndexedImage | undefined {
  const colourIndexes = new Map<number, number>()
  const indexes = new Uint8Array(width * height)
  let [before, colourIndex] = [-1, 0]
  for (let at = 0; at < indexes.length; at += 1) {
    const from = at * channels
    const red = pixels[from]!
    const colour = channels < 3 ? red * 0x010101 : (red << 16) | (pixels[from + 1]! << 8) | pixels[from + 2]!
    // Most pixels equal the one before them: paper.
    if (colour !== before) {
      const known = colourIndexes.get(colour)
      if (known === undefined && colourIndexes.size > 255) return undefined
      if (known === undefined) colourIndexes.set(colour, colourIndexes.size)
      colourIndex = known ?? colourIndexes.size - 1
      before = colour
    }
    indexes[at] = colourIndex
  }
  const palette = Uint8Array.from(
    [...colourIndexes.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
  )
  const bitsPerComponent = colourIndexes.size <= 16 ? 4 : 8
  const rows = bitsPerComponent === 8 ? indexes : packPairs(indexes, width, height)
  return { palette, bitsPerComponent, data: deflateSync(rows) }
}

/** Packs two indexes per byte; each row starts at a byte. */
function packPairs(indexes: Uint8Array, width: number, height: number): Uint8Array {
  const stride = Math.ceil(width / 2)
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * stride + (x >> 1)]! |= indexes[y * width + x]! << (x % 2 === 0 ? 4 : 0)
  }
  return rows
}
