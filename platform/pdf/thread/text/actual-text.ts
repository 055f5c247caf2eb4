import type { Box, ToShown } from '../document/page-geometry.ts'
import { type Pdfium, withMemory } from '../document/pdfium.ts'

/** Result of FPDFPageObjMark_GetParamValueType for a text. */
const isString = 3

/**
 * Reads replacement texts (ActualText), which PDFium repeats for interleaved pieces.
 *
 * @returns For a text object, the object at which its replacement text is placed; 0 without replacement text.
 */
export function actualTextLookup(pdfium: Pdfium): (object: number) => number {
  const known = new Map<number, boolean>()
  const isGiven = (content: number) => {
    const before = known.get(content)
    if (before !== undefined) return before
    const found = pdfium.FPDFPageObjMark_GetParamValueType(content, 'ActualText') === isString
    known.set(content, found)
    return found
  }
  return (object) => {
    if (object === 0) return 0
    const count = pdfium.FPDFPageObj_CountMarks(object)
    for (let index = count - 1; index >= 0; index -= 1) {
      const content = pdfium.FPDFPageObj_GetMark(object, index)
      if (content !== 0 && isGiven(content)) return content
    }
    return 0
  }
}

/** Type of text objects, and the maximum number of objects of a page that are examined. */
const textObject = 1
const maxObjects = 50_000

/**
 * Finds the printed position of signs with replacement text: each may consist of several text objects, of which PDFium
 * reports the first.
 *
 * @param each Called for every piece of a sign, with its key in {@link actualTextLookup}.
 */
export function piecesOf(
  pdfium: Pdfium,
  page: number,
  toShown: ToShown,
  each: (words: number, box: Box) => void,
): void {
  const wordsOf = actualTextLookup(pdfium)
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), maxObjects)
  withMemory(pdfium, 16, (memory) => {
    for (let index = 0; index < count; index += 1) {
      const object = pdfium.FPDFPage_GetObject(page, index)
      if (object === 0 || pdfium.FPDFPageObj_GetType(object) !== textObject) continue
      const words = wordsOf(object)
      if (words === 0 || !pdfium.FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12)) continue
      const heap = pdfium.heap()
      const [left, bottom, right, top] = [0, 4, 8, 12].map((at) => heap.getFloat32(memory + at, true)) as [
        number,
        number,
        number,
        number,
      ]
      each(words, toShown(left, bottom, right, top))
    }
  })
}
