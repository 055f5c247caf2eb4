import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { defaultLimits } from './pdf-jobs.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { bottomlessPdf, imageBombPdf, longPdf, onePagePdf, printed, rawPdf } from './test-pdfs.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

let sources = 0
const source = (pdf: Uint8Array) => {
  sources += 1
  return { id: `document-${sources}`, read: async () => pdf }
}
const linesOf = async (pdf: Uint8Array) => (await renderer.readPages(source(pdf), 1, 1))[0]!
const book = await readFile(resolve(import.meta.dirname, '../../content/books/indie-music-ai-guide-2/book.pdf'))

test('inspecting a book returns its page count, page sizes and outline', async () => {
  const facts = await renderer.inspect(source(book), 2000)
  expect(facts.pageCount).toBe(73)
  expect(facts.pageSizes).toEqual([{ from: 1, width: 420, height: 594.96 }])
  expect(facts.outline[1]).toEqual({ title: 'How to Use This Book', page: 4, depth: 0 })
})

test('a text page is encoded losslessly and stays small; an urgent request gets the same pixels', async () => {
  const page = source(book)
  const [calm, hasty] = await Promise.all([
    renderer.drawPage(page, 8, 1224, 'idle'),
    renderer.drawPage(page, 8, 1224, 'now'),
  ])
  expect(await sharp(calm).metadata()).toMatchObject({ format: 'webp', width: 1224, height: 1734 })
  expect(calm.length).toBeLessThan(90 * 1024)
  expect(calm.subarray(12, 16).toString()).toBe('VP8L')
  expect((await sharp(hasty).raw().toBuffer()).equals(await sharp(calm).raw().toBuffer())).toBe(true)
})

test('paper, ink and a cover keep the colors of the print', async () => {
  const page = source(book)
  expect(await commonestColours(await renderer.drawPage(page, 8, 1224), 2)).toEqual(['fbf8f1', '1d1b18'])
  expect(await commonestColours(await renderer.drawPage(page, 1, 816), 1)).toEqual(['b9d3ee'])
  const grey = await renderer.drawPage(source(onePagePdf('0.937 g 0 0 600 800 re f 0 g 60 600 200 90 re f')), 1, 816)
  expect(await commonestColours(grey, 2)).toEqual(['efefef', '000000'])
})

async function commonestColours(image: Buffer, count: number): Promise<string[]> {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += info.channels) {
    const colour = data.toString('hex', at, at + 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const found = [...counts].toSorted(([, a], [, b]) => b - a)
  return found.slice(0, count).map(([colour]) => colour)
}

test('a page with a gradient is encoded as a photo', async () => {
  const shade =
    '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 600 800] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>'
  const image = await renderer.drawPage(
    source(onePagePdf('/S sh', { resources: `/Shading << /S ${shade} >>` })),
    1,
    408,
  )
  expect(image.subarray(12, 16).toString()).toBe('VP8 ')
})

test('lines are read in order, with positions as fractions of the page', async () => {
  const [first, second] = await linesOf(onePagePdf(printed('Upper words', 60, 700) + printed('Lower words', 60, 100)))
  expect([first!.text, second!.text]).toEqual(['Upper words', 'Lower words'])
  expect(first!.x).toBeCloseTo(0.1, 2)
  expect(first!.y).toBeGreaterThan(0.09)
  expect(first!.y + first!.height).toBeLessThan(0.14)
  expect(second!.y).toBeGreaterThan(0.84)
})

test('text outside the crop box or beside the page is not extracted', async () => {
  const content = printed('Shown', 100, 500) + printed('Trimmed', 100, 20) + printed('Beside', 2000, 500)
  const lines = await linesOf(onePagePdf(content, { page: '/CropBox [50 400 550 700]' }))
  expect(lines.map(({ text }) => text)).toEqual(['Shown'])
  expect(lines[0]!.x).toBeCloseTo(0.1, 2)
  const facts = await renderer.inspect(source(onePagePdf(content, { page: '/CropBox [50 400 550 700]' })), 10)
  expect(facts.pageSizes).toEqual([{ from: 1, width: 500, height: 300 }])
})

test('a rotated page has the size, image and text positions of its rotated view', async () => {
  const pdf = onePagePdf(printed('Turned', 60, 760), { page: '/Rotate 90' })
  expect((await renderer.inspect(source(pdf), 10)).pageSizes).toEqual([{ from: 1, width: 800, height: 600 }])
  const [line] = await linesOf(pdf)
  // The content of the upper left is now at the upper right, rotated.
  expect(line!.x).toBeGreaterThan(0.9)
  expect(line!.y).toBeCloseTo(0.1, 2)
  // The page is wider than high, so the text is longer than thick in points.
  expect(line!.height * 600).toBeGreaterThan(line!.width * 800)
  const { data, info } = await sharp(await renderer.drawPage(source(pdf), 1, 800))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dark = [...data.keys()].filter((at) => data[at]! < 100)
  expect(dark.length).toBeGreaterThan(20)
  expect(dark.every((at) => (at % info.width) / info.width > 0.9)).toBe(true)
})

test('links lead to https addresses and pages; other links are plain text', async () => {
  const link = (y: number, action: string) =>
    `<< /Type /Annot /Subtype /Link /Rect [60 ${y} 300 ${y + 20}] /Border [0 0 0] ${action} >>`
  const annotations = [
    link(700, '/A << /S /URI /URI (https://swade.example/a) >>'),
    link(600, '/A << /S /URI /URI (javascript:alert\\(1\\)) >>'),
    link(500, '/Dest [3 0 R /Fit]'),
    link(400, '/A << /S /Launch /F (evil.exe) >>'),
  ]
  const content = [700, 600, 500, 400].map((y) => printed(`At ${y}`, 60, y + 4)).join('')
  const lines = await linesOf(onePagePdf(content, { page: `/Annots [${annotations.join(' ')}]` }))
  expect(lines.map(({ text, link: target }) => [text, target])).toEqual([
    ['At 700', 'https://swade.example/a'],
    ['At 600', undefined],
    ['At 500', 1],
    ['At 400', undefined],
  ])
})

test('values of form fields are drawn', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([600, 800])
  const field = document.getForm().createTextField('name')
  field.setText('XXXXXXXXXXXX')
  field.addToPage(page, { x: 50, y: 600, width: 400, height: 60, borderWidth: 0 })
  const image = await renderer.drawPage(source(await document.save()), 1, 600)
  const { data } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect(data.filter((value) => value < 100).length).toBeGreaterThan(200)
})

test('Chinese text without an embedded font does not fail', async () => {
  const font =
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>'
  const descendant =
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>'
  const pdf = onePagePdf('BT /F2 30 Tf 60 600 Td <4F60597D> Tj ET', {
    resources: '/Font << /F2 6 0 R >>',
    more: [font, descendant],
  })
  expect((await renderer.drawPage(source(pdf), 1, 408)).length).toBeGreaterThan(0)
  await linesOf(pdf)
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a bare PDF header', Buffer.from('%PDF-1.7\n')],
  ['an HTML file', Buffer.from('<!doctype html>'.repeat(500))],
  ['a PDF without pages', rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'])],
  ['a cyclic page tree', rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'])],
  ['a PDF without a catalog', rawPdf(['<< /Type /Font >>'])],
])('%s is rejected with a message', async (_name, pdf) => {
  const drawing = renderer.inspect(source(pdf), 2000).then(() => renderer.drawPage(source(pdf), 1, 204))
  await expect(drawing).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(/^This PDF cannot be opened/),
  })
})

test('a password-protected PDF is rejected with a message that says so', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  document.encrypt({ userPassword: 'secret', ownerPassword: 'secret' })
  const pdf = await document.save()
  await expect(renderer.inspect(source(pdf), 10)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('password'),
  })
})

test('a truncated file, or one with a broken index, opens as far as possible or is rejected', async () => {
  const wrongIndex = Buffer.from(
    longPdf(3)
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n99999999'),
    'latin1',
  )
  expect((await renderer.inspect(source(wrongIndex), 10)).pageCount).toBe(3)
  for (const share of [0.2, 0.5, 0.9, 0.999]) {
    const outcome = await renderer
      .inspect(source(book.subarray(0, book.length * share)), 2000)
      .catch((error: unknown) => error)
    expect(outcome).toSatisfy(
      (one: { code?: string; pageCount?: number }) => one.code === 'invalid-input' || one.pageCount! > 0,
    )
  }
})

test('a thousand pages are inspected at once, and more pages than allowed are rejected', async () => {
  const long = source(longPdf(1000))
  expect(await renderer.inspect(long, 2000)).toMatchObject({
    pageCount: 1000,
    pageSizes: [{ from: 1, width: 300, height: 400 }],
  })
  expect((await renderer.readPages(long, 999, 1000)).map(([line]) => line!.text)).toEqual(['Page 999', 'Page 1000'])
  await expect(renderer.inspect(long, 999)).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(renderer.drawPage(long, 1001, 204)).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a cyclic outline and a deeply nested page tree are processed in bounded time', async () => {
  const outline = ['<< /First 7 0 R /Last 7 0 R >>', '<< /Title (Round) /Dest [3 0 R /Fit] /First 7 0 R /Next 7 0 R >>']
  const round = onePagePdf('', { catalog: '/Outlines 6 0 R', more: outline })
  expect((await renderer.inspect(source(round), 10)).outline).toEqual([{ title: 'Round', page: 1, depth: 0 }])
  const levels = 5_000
  const deep = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...Array.from({ length: levels }, (_, level) => `<< /Type /Pages /Count 1 /Kids [${level + 3} 0 R] >>`),
    '<< /Type /Page /MediaBox [0 0 100 100] >>',
  ])
  const outcome = await renderer.drawPage(source(deep), 1, 204).catch((error: { code: string }) => error.code)
  expect(Buffer.isBuffer(outcome) || outcome === 'invalid-input' || outcome === 'unavailable').toBe(true)
  // After any failure, the next document is drawn.
  expect((await renderer.drawPage(source(longPdf(1)), 1, 204)).length).toBeGreaterThan(0)
})

test('pages of extreme size or shape are drawn within the limits', async () => {
  for (const box of ['[0 0 14400 14400]', '[0 0 10 14400]', '[0 0 14400 10]', '[0 0 0 0]']) {
    const image = await renderer.drawPage(source(onePagePdf('0 0 5 5 re f', { page: `/MediaBox ${box}` })), 1, 2448)
    const { width, height } = await sharp(image).metadata()
    expect(width).toBeLessThanOrEqual(2448)
    expect(width * height).toBeLessThanOrEqual(12_000_000)
    expect(height).toBeLessThanOrEqual(8_000)
  }
})

test('an image that claims more than the available memory fails alone', async () => {
  const outcome = await renderer
    .drawPage(source(imageBombPdf()), 1, 1224)
    .catch((error: { code: string }) => error.code)
  expect(Buffer.isBuffer(outcome) || outcome === 'unavailable').toBe(true)
  expect((await renderer.drawPage(source(longPdf(1)), 1, 204)).length).toBeGreaterThan(0)
})

test('an endless page is aborted while other pages are drawn, and is not started again', async () => {
  const limited = createPdfRenderer({ limits: { ...defaultLimits, cpuMs: 600 } })
  let reads = 0
  const pages = bottomlessPdf()
  const endless = { id: 'endless', read: async () => ((reads += 1), pages) }
  const refusal = limited.drawPage(endless, 1, 408).catch((error: unknown) => error)
  const long = source(longPdf(20))
  const drawn = await Promise.all(Array.from({ length: 20 }, (_, index) => limited.drawPage(long, index + 1, 204)))
  expect(drawn).toHaveLength(20)
  expect(await refusal).toMatchObject({ code: 'unavailable' })
  await expect(limited.drawPage(endless, 1, 408)).rejects.toMatchObject({ code: 'unavailable' })
  expect(reads).toBe(1)
  expect((await limited.drawPage(long, 3, 408)).length).toBeGreaterThan(0)
  await limited.close()
})

test('a thread that exceeds the memory limit is replaced', async () => {
  const small = createPdfRenderer({ threads: 1, limits: { ...defaultLimits, wasmMegabytes: 24 } })
  await expect(
    small.drawPage(source(onePagePdf('', { page: '/MediaBox [0 0 600 900]' })), 1, 2448),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/invalid-input|unavailable/),
  })
  expect((await small.drawPage(source(longPdf(1)), 1, 204)).length).toBeGreaterThan(0)
  await small.close()
})

test('concurrent requests for a page draw it once, and urgent pages are drawn first', async () => {
  const single = createPdfRenderer({ threads: 1 })
  let reads = 0
  const long = { id: 'counted', read: async () => ((reads += 1), longPdf(40)) }
  const finished: string[] = []
  const ahead = Array.from({ length: 10 }, (_, index) =>
    single.drawPage(long, index + 1, 816, 'idle').then(() => finished.push(`ahead ${index + 1}`)),
  )
  const same = Array.from({ length: 20 }, () =>
    single.drawPage(long, 30, 816, 'now').then((image) => (finished.push('wanted'), image)),
  )
  const images = await Promise.all(same)
  await Promise.all(ahead)
  expect(reads).toBe(1)
  expect(new Set(images.map((image) => image.length)).size).toBe(1)
  // The next page was already in progress.
  expect(finished.indexOf('wanted')).toBeLessThanOrEqual(2)
  await single.close()
})

test('a closed renderer rejects requests instead of hanging', async () => {
  const closing = createPdfRenderer({ threads: 1 })
  const late = Promise.allSettled(Array.from({ length: 5 }, () => closing.drawPage(source(longPdf(2)), 1, 408)))
  await closing.close()
  expect((await late).at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  await expect(closing.drawPage(source(longPdf(1)), 1, 204)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a page that is being drawn while the renderer closes is not reported as faulty', async () => {
  const closing = createPdfRenderer({ threads: 1 })
  const { promise: isRequested, resolve } = Promise.withResolvers<void>()
  const book = { id: 'closing', read: async () => (resolve(), longPdf(2)) }
  const drawn = closing.drawPage(book, 1, 2448).catch((error: unknown) => error)
  // The thread that draws it requests its bytes.
  await isRequested
  await closing.close()
  expect(await drawn).toMatchObject({
    code: 'unavailable',
    text: { key: 'site.errors.stopping' },
    retryAfterSeconds: 3,
  })
})
