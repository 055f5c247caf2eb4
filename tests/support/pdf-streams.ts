import {
  decodePDFRawStream,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'

/** Everything a PDF holds, opened up: each stream decoded, and every text written between its objects. */
export type OpenedPdf = { streams: { kind: string; text: string }[]; texts: string[]; everything: string }

/**
 * Opens up a PDF to the last stream, so that nothing hides in a filter. Images keep their encoded bytes.
 *
 * @throws Error when a stream cannot be decoded, since something could hide in it.
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
