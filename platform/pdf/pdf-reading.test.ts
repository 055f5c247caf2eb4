import { PDFDocument, PDFString } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { defaultLimits } from './pdf-jobs.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { longPdf, onePagePdf, printed, rawPdf, stream } from './test-pdfs.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

let sources = 0
const source = (pdf: Uint8Array) => {
  sources += 1
  return { id: `document-${sources}`, read: async () => pdf }
}
const textsOf = async (pdf: Uint8Array) => (await renderer.readPages(source(pdf), 1, 1))[0]!.map(({ text }) => text)

/**
 * Helvetica whose letters a, b, c … are mapped to the given ones, or to several at once, as in fonts of other scripts.
 */
function meaning(letters: Iterable<string>): Buffer {
  const codes = [...letters].map(
    (letter, at) =>
      `<${(97 + at).toString(16)}> <${[...Buffer.from(letter, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`,
  )
  return stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange ${codes.length} beginbfchar ${codes.join('\n')} endbfchar endcmap end end`,
  )
}

const inScript = (content: string, letters: Iterable<string>) =>
  onePagePdf(content, {
    resources: '/Font << /F2 6 0 R >>',
    more: [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>',
      meaning(letters),
    ],
  })

test('a heading with wide letter spacing is one word, however it is set', async () => {
  const spaced = [...'CHAPTER'].map((letter) => `(${letter}) -250`).join(' ')
  const heading = (content: string) => textsOf(onePagePdf(content))
  expect(await heading(`BT /F1 12 Tf 72 700 Td [${spaced}] TJ ET`)).toEqual(['CHAPTER'])
  expect(await heading('BT /F1 12 Tf 4 Tc 72 700 Td (CHAPTER ONE) Tj ET')).toEqual(['CHAPTER ONE'])
  const placed = [...'CHAPTER'].map((letter, at) => printed(letter, 60 + at * 22, 700)).join('')
  expect(await heading(placed)).toEqual(['CHAPTER'])
  expect(await heading('BT /F1 12 Tf 72 700 Td [(Plain) -300 (words)] TJ ET')).toEqual(['Plain words'])
})

test('Hebrew with brackets is read in logical order from a file that stores it in visual order', async () => {
  // In visual order: a bracket, the word from its last letter, a bracket.
  const pdf = inScript('BT /F2 20 Tf 60 600 Td (fabcde) Tj ET', 'םולש()')
  expect(await textsOf(pdf)).toEqual(['(שלום)'])
})

test('a link inside a word or before punctuation is a separate line that continues the previous one', async () => {
  const link =
    '<< /Type /Annot /Subtype /Link /Rect [86.2 690 122 712] /Border [0 0 0] /A << /S /URI /URI (https://swade.example/a) >> >>'
  const pdf = onePagePdf('BT /F1 12 Tf 60 696 Td (see \\[Gad06\\], and more) Tj ET', { page: `/Annots [${link}]` })
  const lines = (await renderer.readPages(source(pdf), 1, 1))[0]!
  expect(lines.map(({ text }) => text)).toEqual(['see [', 'Gad06', '], and more'])
  expect(lines.map(({ isGlued, link: target }) => [isGlued, target])).toEqual([
    [undefined, undefined],
    [true, 'https://swade.example/a'],
    [true, undefined],
  ])
})

test('a soft hyphen inside a line is omitted', async () => {
  expect(await textsOf(inScript('BT /F2 20 Tf 60 600 Td (abc) Tj ET', 'x\u00ady'))).toEqual(['xy'])
})

test('glyphs that map to several characters beyond the basic plane are read completely and in order', async () => {
  const meanings = ['👨\u200d👩\u200d👧', '👧', '𝄞𝄢', 'x']
  expect(await textsOf(inScript('BT /F2 20 Tf 60 600 Td (abdcbcc) Tj ET', meanings))).toEqual([
    '👨\u200d👩\u200d👧👧x𝄞𝄢👧𝄞𝄢𝄞𝄢',
  ])
})

test('text of form fields and annotations is read at its position, and hidden text is not read', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([600, 800])
  page.drawText('Name', { x: 40, y: 615, size: 18 })
  page.drawText('Below', { x: 40, y: 300, size: 18 })
  const form = document.getForm()
  const add = (name: string, text: string, y: number) => {
    const field = form.createTextField(name)
    field.setText(text)
    field.addToPage(page, { x: 150, y, width: 400, height: 30, borderWidth: 0 })
    return field
  }
  add('name', 'Ottilie Brandt', 605)
  add('hidden', 'Invisible', 500).acroField.getWidgets()[0]!.setFlags(2)
  const note = document.context.register(
    document.context.obj({
      Type: 'Annot',
      Subtype: 'FreeText',
      Rect: [40, 100, 300, 140],
      Contents: PDFString.of('Written on it'),
      DA: PDFString.of('/Helv 14 Tf'),
      AP: {
        N: document.context.register(
          document.context.stream('BT /F1 14 Tf 4 12 Td (Written on it) Tj ET', {
            Type: 'XObject',
            Subtype: 'Form',
            BBox: [0, 0, 260, 40],
            Resources: { Font: { F1: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } } },
          }),
        ),
      },
    }),
  )
  page.node.addAnnot(note)
  const pdf = source(await document.save())
  const lines = (await renderer.readPages(pdf, 1, 1))[0]!
  expect(lines.map(({ text }) => text)).toEqual(['Name', 'Ottilie Brandt', 'Below', 'Written on it'])
  expect(lines[1]!.x).toBeGreaterThan(0.24)
  // Reading the text does not change how the page is drawn.
  const before = await renderer.drawPage(source(await document.save()), 1, 408)
  expect((await renderer.drawPage(pdf, 1, 408)).equals(before)).toBe(true)
})

test('a page with an empty crop box is shown in full, and one without a usable size is rejected by its number', async () => {
  const pages = (box: string) =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 /MediaBox [0 0 300 400] /Resources << /Font << /F1 7 0 R >> >> >>',
      '<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>',
      `<< /Type /Page /Parent 2 0 R /Contents 6 0 R ${box} >>`,
      '<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>',
      stream(printed('There', 40, 300)),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ])
  for (const box of ['/CropBox [900 900 1000 1000]', '/CropBox [-50 0 0 400]', '/CropBox [10 10 10 10]']) {
    const pdf = source(pages(box))
    expect((await renderer.inspect(pdf, 10)).pageSizes).toEqual([{ from: 1, width: 300, height: 400 }])
    expect((await renderer.readPages(pdf, 2, 2))[0]).toMatchObject([{ text: 'There' }])
    expect((await sharp(await renderer.drawPage(pdf, 2, 204)).metadata()).height).toBe(272)
  }
  expect((await renderer.inspect(source(pages('/MediaBox [0 0 0 0]')), 10)).pageSizes[1]).toEqual({
    from: 2,
    width: 612,
    height: 792,
  })
  await expect(renderer.inspect(source(pages('/MediaBox [0 0 0.001 400]')), 10)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(/^Page 2 of this PDF has an invalid size/),
  })
})

test('an idle thread and one that holds too much memory end, and the next page is still drawn', async () => {
  for (const options of [{ idleMs: 1 }, { limits: { ...defaultLimits, spareMegabytes: 0 } }]) {
    const thrifty = createPdfRenderer({ threads: 1, ...options })
    let reads = 0
    const long = { id: 'thrifty', read: async () => ((reads += 1), longPdf(40)) }
    // A replaced thread requests the bytes of the document again.
    await expect
      .poll(async () => {
        expect((await thrifty.drawPage(long, 1 + (reads % 40), 204)).length).toBeGreaterThan(0)
        return reads
      })
      .toBeGreaterThan(2)
    await thrifty.close()
  }
  const steady = createPdfRenderer({ threads: 1 })
  let reads = 0
  const long = { id: 'steady', read: async () => ((reads += 1), longPdf(40)) }
  for (let page = 1; page <= 5; page += 1) await steady.drawPage(long, page, 204)
  expect(reads).toBe(1)
  await steady.close()
})
