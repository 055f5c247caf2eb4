import { type Pdfium, withMemory } from './pdfium.ts'

/** A box in fractions of the displayed page, origin at the top left. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Converts a box in PDF units to the displayed page, cropped and rotated. */
export type ToShown = (left: number, bottom: number, right: number, top: number) => Box

/** PDFium returns integer device units; a large device preserves precision. */
const deviceUnits = 1_000_000

/** Large enough for precision, small enough not to overflow. */
const probe = 100

/** Reads the display transformation of a page from PDFium. */
export function shownGeometry(pdfium: Pdfium, page: number): ToShown {
  return withMemory(pdfium, 8, (spot) => {
    const shown = (x: number, y: number) => {
      pdfium.FPDF_PageToDevice(page, 0, 0, deviceUnits, deviceUnits, 0, x, y, spot, spot + 4)
      return {
        x: pdfium.heap().getInt32(spot, true) / deviceUnits,
        y: pdfium.heap().getInt32(spot + 4, true) / deviceUnits,
      }
    }
    const origin = shown(0, 0)
    const right = shown(probe, 0)
    const up = shown(0, probe)
    const map = (x: number, y: number) => ({
      x: origin.x + ((right.x - origin.x) * x + (up.x - origin.x) * y) / probe,
      y: origin.y + ((right.y - origin.y) * x + (up.y - origin.y) * y) / probe,
    })
    return (left, bottom, rightEdge, top) => {
      const a = map(left, bottom)
      const b = map(rightEdge, top)
      return {
        left: Math.min(a.x, b.x),
        top: Math.min(a.y, b.y),
        right: Math.max(a.x, b.x),
        bottom: Math.max(a.y, b.y),
      }
    }
  })
}

/** Returns whether the middle of a box is on the page as shown. */
export function isShown({ left, top, right, bottom }: Box): boolean {
  const x = (left + right) / 2
  const y = (top + bottom) / 2
  return x >= 0 && x <= 1 && y >= 0 && y <= 1
}
