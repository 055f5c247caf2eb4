import type { ReaderStore } from '../state/reader-store.ts'
import { printedScale } from './page-layout.ts'

/** Zoom steps of the buttons, 1 as printed. */
const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]

/** Zooms one step in (1) or out (-1) from the current size. */
export function zoomBy(store: ReaderStore, direction: 1 | -1): void {
  const now = store.getState().scale / printedScale
  const next = direction > 0 ? steps.find((step) => step > now * 1.01) : steps.findLast((step) => step < now * 0.99)
  if (next !== undefined) store.setZoom(next)
}
