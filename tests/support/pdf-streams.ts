import {
  decodePDFRawStream,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'

/** Content of a PDF: decoded streams and text objects. */
export type OpenedPdf = { streams: { kind: string; text: string }[]; texts: string[]; everything: string }

/**
 * Decodes all streams of a PDF, except for images.
 *
 * @throws Error when a stream cannot be decoded.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const streams: OpenedPdf['streams'] = []
  const texts: string[] = []
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFRawStream ? object.dict : object
    if (dict instanceof PDFDict) texts.push(...textsOf(dict))
    if (!(object instanceof PDFRawStream)) continue
    const kind = [PDFName.of('Type'), PDFName.of('Subtype')].map((name) => String(object.dict.get(name) ?? '')).join('')
    const isJpeg = String(object.dict.get(PDFName.of('Filter'))) === '/DCTDecode'
    const content = isJpeg ? object.getContents() : decodePDFRawStream(object).decode()
    streams.push({ kind, text: Buffer.from(content).toString('latin1') })
  }
  return {
    streams,
    texts,
    everything: [Buffer.from(bytes).toString('latin1'), ...texts, ...streams.map(({ text }) => text)].join('\n'),
  }
}

function textsOf(dict: PDFDict): string[] {
  return dict.entries().flatMap(([, value]) => {
    if (value instanceof PDFHexString || value instanceof PDFString) {
      try {
        return [value.decodeText()]
      } catch {
        return [value.asString()]
      }
    }
    return value instanceof PDFDict ? textsOf(value) : []
  })
}
