import { deflateSync } from 'node:zlib'

/** Creates a PDF from its objects in order, the first one the catalog. Streams include their header. */
export function rawPdf(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const write = (part: string | Buffer) => {
    const bytes = Buffer.from(part as string)
    parts.push(bytes)
    length += bytes.length
  }
  for (const [index, body] of objects.entries()) {
    offsets.push(length)
    write(`${index + 1} 0 obj\n`)
    write(body)
    write('\nendobj\n')
  }
  const start = length
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`)
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** Creates a compressed stream object. */
export function stream(content: string | Buffer, entries = ''): Buffer {
  const packed = deflateSync(content)
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${entries} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/**
 * Creates a PDF of one page, 600 by 800 points by default, with Helvetica as /F1. `more` are objects from number 6 on.
 */
export function onePagePdf(
  content: string,
  { page = '', resources = '', catalog = '', more = [] as (string | Buffer)[] } = {},
): Buffer {
  const box = page.includes('/MediaBox') ? '' : '/MediaBox [0 0 600 800]'
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${box} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  ])
}

/** Text at a position, in points from the lower left. */
export const printed = (text: string, x: number, y: number, size = 20) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`

/** Creates a PDF with many pages, each with its number or other text. */
export function longPdf(pages: number, textOf = (page: number) => `Page ${page}`): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`).join(' ')
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} /MediaBox [0 0 300 400] /Resources << /Font << /F1 3 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, (_, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${5 + index * 2} 0 R >>`,
      stream(printed(textOf(index + 1), 40, 300)),
    ]).flat(),
  ])
}

/** Creates a page that would take years to render: forms that draw forms, ten times each, ten levels deep. */
export function bottomlessPdf(): Buffer {
  const levels = 12
  const forms = Array.from({ length: levels }, (_, level) => {
    const isLast = level === levels - 1
    const resources = isLast ? '' : `/Resources << /XObject << /X ${7 + level} 0 R >> >>`
    return stream(
      isLast ? '0 0 500 500 re f' : '/X Do '.repeat(40),
      `/Type /XObject /Subtype /Form /BBox [0 0 600 800] ${resources}`,
    )
  })
  return onePagePdf('/X Do', { resources: '/XObject << /X 6 0 R >>', more: forms })
}

/** Creates a page with an image whose declared size exceeds any memory. */
export function imageBombPdf(side = 100_000): Buffer {
  const image = stream(
    Buffer.alloc(64 * 1024),
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
  )
  return onePagePdf('q 600 0 0 800 0 0 cm /X Do Q', { resources: '/XObject << /X 6 0 R >>', more: [image] })
}
