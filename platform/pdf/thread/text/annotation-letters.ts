import type { OpenDocument } from '../document/open-document.ts'
import { shownGeometry } from '../document/page-geometry.ts'
import { type Pdfium, withMemory } from '../document/pdfium.ts'
import { type Letter, readLetters } from './letters.ts'

/** Annotation types with text: free text, lines with a caption, stamps, form fields, watermarks. */
const speakingKinds = new Set([3, 4, 13, 20, 24])

/** Maximum number of annotations per page. */
const maxAnnotations = 2_000

/** Display mode for screens. */
const flattenForDisplay = 0

/**
 * Reads the text of form fields and annotations: the page is copied to a new document and flattened there, and the
 * additional letters are returned.
 *
 * @param own The letters of the page itself.
 */
export function readAnnotationLetters(
  pdfium: Pdfium,
  document: OpenDocument,
  page: number,
  handle: number,
  own: readonly Letter[],
): Letter[] {
  if (!hasSpeaking(pdfium, handle)) return []
  const copy = pdfium.FPDF_CreateNewDocument()
  if (copy === 0) return []
  try {
    const isCopied = withMemory(pdfium, 4, (index) => {
      pdfium.heap().setInt32(index, page - 1, true)
      return pdfium.FPDF_ImportPagesByIndex(copy, document.handle, index, 1, 0)
    })
    if (!isCopied || !flatten(pdfium, copy)) return []
    const flat = pdfium.FPDF_LoadPage(copy, 0)
    if (flat === 0) return []
    try {
      const shape = pdfium.FPDF_GetPageHeightF(flat) / pdfium.FPDF_GetPageWidthF(flat)
      return without(readLetters(pdfium, document, flat, shownGeometry(pdfium, flat), shape), own)
    } finally {
      pdfium.FPDF_ClosePage(flat)
    }
  } finally {
    pdfium.FPDF_CloseDocument(copy)
  }
}

function hasSpeaking(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), maxAnnotations)
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    pdfium.FPDFPage_CloseAnnot(annotation)
    if (speakingKinds.has(kind)) return true
  }
  return false
}

function flatten(pdfium: Pdfium, copy: number): boolean {
  const page = pdfium.FPDF_LoadPage(copy, 0)
  if (page === 0) return false
  const outcome = pdfium.FPDFPage_Flatten(page, flattenForDisplay)
  pdfium.FPDF_ClosePage(page)
  // 1 means that something was flattened.
  return outcome === 1
}

/** Returns the letters that the page itself does not contain, with spaces and breaks. */
function without(letters: readonly Letter[], own: readonly Letter[]): Letter[] {
  const left = new Map<string, number>()
  for (const letter of own) if (letter.box) left.set(keyOf(letter), (left.get(keyOf(letter)) ?? 0) + 1)
  let isMore = false
  return letters.filter((letter) => {
    if (!letter.box) return isMore
    const key = keyOf(letter)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    isMore = count === 0
    return isMore
  })
}

const keyOf = ({ text, box }: Letter) => `${text} ${box!.left.toFixed(3)} ${box!.top.toFixed(3)}`
