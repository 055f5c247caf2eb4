import type { Pdfium } from '../pdfium.ts'

/** What FPDFPageObjMark_GetParamValueType says of a text. */
const isString = 3

/**
 * Looks up which words a file gives for its signs (ActualText): PDFium tells them again for every piece of a sign that it meets after
 * pieces of others.
 *
 * @returns For a text object what stands for the place its words are given at; 0 when none are given.
 */
export function givenWords(pdfium: Pdfium): (object: number) => number {
  const known = new Map<number, boolean>()
  const isGiven = (mark: number) => {
    const before = known.get(mark)
    if (before !== undefined) return before
    const found = pdfium.FPDFPageObjMark_GetParamValueType(mark, 'ActualText') === isString
    known.set(mark, found)
    return found
  }
  return (object) => {
    if (object === 0) return 0
    const count = pdfium.FPDFPageObj_CountMarks(object)
    for (let index = count - 1; index >= 0; index -= 1) {
      const mark = pdfium.FPDFPageObj_GetMark(object, index)
      if (mark !== 0 && isGiven(mark)) return mark
    }
    return 0
  }
}
