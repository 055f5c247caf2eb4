import type { PdfFacts } from '#platform/pdf/pdf-jobs.ts'
import type { PdfRenderer, PdfSource, Urgency } from '#platform/pdf/pdf-renderer.ts'
import { isAppError } from '#shared/errors.ts'
import { DocumentRefusal } from '../downloads/run-thread.ts'
import { sourceOfBytes } from '../edition.ts'
import type { StampPdf } from './stamped-copies.ts'

/** A line as long as those of buyers are. */
const trialLine = 'SW-TRYALINE · r•••@example.com'

/** Some letters may lie on others and be read once. */
const leastShare = 0.8

/** Pages read at a time. */
const pagesAtOnce = 10

/**
 * Stamps a PDF once for trial and looks at what comes out: the same pages, each with the line on it.
 *
 * @throws DocumentRefusal when buyers could not get a stamped copy; Error, AppError `unavailable` when nobody can tell now.
 */
export async function tryStamp(
  { renderer, stamp }: { renderer: Pick<PdfRenderer, 'inspect' | 'readPages'>; stamp: StampPdf },
  source: PdfSource,
  { pageCount, pageSizes }: PdfFacts,
  urgency: Urgency,
): Promise<void> {
  const stamped = await stamp(await source.read(), trialLine)
  const copy = sourceOfBytes(stamped)
  const is = await renderer.inspect(copy, pageCount + 1, urgency)
  if (JSON.stringify([is.pageCount, is.pageSizes]) !== JSON.stringify([pageCount, pageSizes]))
    throw new DocumentRefusal('the stamped copy has other pages')
  // A book nobody waits for ships with the site, and is taken in at every first start: reading it twice would take longer than drawing it.
  if (urgency === 'idle') return
  // Counted, not compared: a page that runs from right to left turns the line around when it is read.
  const least = lettersIn([trialLine]) * leastShare
  for (let from = 1; from <= pageCount; from += pagesAtOnce) {
    const to = Math.min(from + pagesAtOnce - 1, pageCount)
    const before = await renderer.readPages(source, from, to, urgency).catch(unreadable)
    const after = await renderer.readPages(copy, from, to, urgency).catch(unreadable)
    // Pages whose text takes too much to read are stamped all the same; nobody can tell.
    if (!before || !after) continue
    const bare = after.findIndex((lines, index) => textOf(lines) - textOf(before[index]!) < least)
    if (bare >= 0) throw new DocumentRefusal(`page ${from + bare} of the stamped copy does not show the line`)
  }
}

function unreadable(error: unknown): undefined {
  if (isAppError(error) && error.code === 'unavailable' && error.retryAfterSeconds === undefined) return undefined
  throw error
}

const textOf = (lines: { text: string }[]) => lettersIn(lines.map(({ text }) => text))

const lettersIn = (texts: string[]) => texts.join('').replaceAll(/\s/g, '').length
