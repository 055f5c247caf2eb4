import type { TextLine } from '#features/reader/contract.ts'
import type { TextPosition } from '../line-boxes.ts'
import type { Passage } from './annotation.ts'
import { passageBetween } from './find-quote.ts'

/** A selected part of a page's text. */
export type SelectedStretch = { page: number; start: TextPosition; end: TextPosition }

/** Returns the selected parts of pages, one per page; empty if the selection is elsewhere. */
export function selectedStretches(selection: Selection | null): SelectedStretch[] {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return []
  const range = selection.getRangeAt(0)
  const around = range.commonAncestorContainer
  const root = around instanceof Element ? around : around.parentElement
  const inOneLine = root?.closest('[data-line]')
  const lines = inOneLine ? [inOneLine] : [...(root?.querySelectorAll('[data-line]') ?? [])]
  const stretches = new Map<number, SelectedStretch>()
  for (const element of lines) {
    if (!range.intersectsNode(element)) continue
    const page = Number(element.closest('[data-page]')?.getAttribute('data-page'))
    const [from, to] = selectedPart(range, element)
    if (!page || to <= from) continue
    const line = Number(element.getAttribute('data-line'))
    const known = stretches.get(page)
    stretches.set(page, { page, start: known?.start ?? { line, offset: from }, end: { line, offset: to } })
  }
  return [...stretches.values()]
}

/** Returns the passages of selected parts, given their pages' text; parts without text are left out. */
export function passagesOf(
  stretches: readonly SelectedStretch[],
  linesOf: (page: number) => readonly TextLine[] | undefined,
): Passage[] {
  return stretches.flatMap(({ page, start, end }) => passageBetween(page, linesOf(page) ?? [], start, end) ?? [])
}

/** Returns the selected character range of a line. */
function selectedPart(range: Range, line: Element): [from: number, to: number] {
  const whole = document.createRange()
  whole.selectNodeContents(line)
  const length = whole.toString().length
  const before = whole.cloneRange()
  let from = 0
  let to = length
  if (whole.compareBoundaryPoints(Range.START_TO_START, range) < 0) {
    before.setEnd(range.startContainer, range.startOffset)
    from = before.toString().length
  }
  if (whole.compareBoundaryPoints(Range.END_TO_END, range) > 0) {
    const until = whole.cloneRange()
    until.setEnd(range.endContainer, range.endOffset)
    to = until.toString().length
  }
  return [from, to]
}
