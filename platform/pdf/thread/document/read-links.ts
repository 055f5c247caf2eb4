import type { OpenDocument } from './open-document.ts'
import type { Box, ToShown } from './page-geometry.ts'
import { type Pdfium, readString, withMemory } from './pdfium.ts'

/** A link with its position and target: an https URL or a page number, starting at 1. */
export type Link = { box: Box; target: string | number }

const maxLinks = 500

/** Reads the links of a page, without targets other than https URLs and pages. */
export function readLinks(pdfium: Pdfium, document: OpenDocument, page: number, toShown: ToShown): Link[] {
  const links: Link[] = []
  withMemory(pdfium, 24, (memory) => {
    const [position, found, rectangle] = [memory, memory + 4, memory + 8]
    pdfium.heap().setInt32(position, 0, true)
    while (links.length < maxLinks && pdfium.FPDFLink_Enumerate(page, position, found)) {
      const link = pdfium.heap().getUint32(found, true)
      const target = targetOf(pdfium, document, link)
      if (target === undefined || !pdfium.FPDFLink_GetAnnotRect(link, rectangle)) continue
      // Left, top, right, bottom.
      const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => pdfium.heap().getFloat32(rectangle + at, true))
      links.push({ box: toShown(left!, bottom!, right!, top!), target })
    }
  })
  return links
}

function targetOf(pdfium: Pdfium, document: OpenDocument, link: number): string | number | undefined {
  const action = pdfium.FPDFLink_GetAction(link)
  const place =
    pdfium.FPDFLink_GetDest(document.handle, link) || (action ? pdfium.FPDFAction_GetDest(document.handle, action) : 0)
  if (place) {
    const index = pdfium.FPDFDest_GetDestPageIndex(document.handle, place)
    return index >= 0 && index < document.pageCount ? index + 1 : undefined
  }
  if (!action) return undefined
  const address = readString(pdfium, 'utf-8', (buffer, bytes) =>
    pdfium.FPDFAction_GetURIPath(document.handle, action, buffer, bytes),
  )
  return address.startsWith('https://') && URL.canParse(address) ? address : undefined
}
