import { judgeTogether, type Judged, judgeVisit, type Surroundings, type Verdict, type Visit } from './verdict.ts'

/** What stands at a copy of who read it; the first of its kind, each. */
export type ReadingMarks = Record<
  'openedAt' | 'unsureOpenedAt' | 'machineOpenedAt' | 'clickedAt' | 'unsureClickedAt' | 'machineClickedAt',
  Date | null
>

/**
 * An open, a click on a link by its number, or that a page was loaded after one.
 *
 * @property client Who came, as {@link SignedAddresses.visitor} names them; empty where nobody looked.
 */
export type CopyVisit = Visit & { kind: 'open' | 'click' | 'page'; linkNumber: number | null; client?: string }

/** A reading as it is kept; one that is new has no id yet. */
export type Reading = Judged & { id?: string }

/**
 * Adds visits to what is known of a copy and judges it together again.
 *
 * @returns What has to be written: new readings, those judged otherwise now, and the marks that follow from all. A
 *   visit that says nothing new adds nothing.
 */
export function addVisits(
  known: Reading[],
  visits: CopyVisit[],
  { deliveredAt, linkCount, ...beside }: Surroundings & { deliveredAt: Date | undefined; linkCount: number },
): { added: Reading[]; changed: Reading[]; marks: ReadingMarks } {
  const all = [...known]
  for (const visit of visits.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { kind, linkNumber, at, client = '' } = visit
    const reading = { kind, linkNumber, at, client, ...judgeVisit(visit, deliveredAt) }
    if (!all.some((one) => isSame(one, reading))) all.push(reading)
  }
  const judged = judgeTogether(all, linkCount, beside)
  return {
    added: judged.filter(({ id }) => id === undefined),
    changed: judged.filter((reading, index) => reading.id !== undefined && reading !== all[index]),
    marks: marksOf(judged),
  }
}

// A replay says nothing new. Beside the scanner's visit, a person's is news.
function isSame(a: Judged, b: Judged): boolean {
  return a.kind === b.kind && a.linkNumber === b.linkNumber && a.verdict === b.verdict
}

function marksOf(readings: Judged[]): ReadingMarks {
  const first = (kinds: string[], verdict: Verdict) => {
    const times = readings
      .filter((one) => kinds.includes(one.kind) && one.verdict === verdict)
      .map(({ at }) => at.getTime())
    return times.length > 0 ? new Date(Math.min(...times)) : null
  }
  // Who follows a link has the mail open, though their mailbox shows no pictures.
  return {
    openedAt: first(['open', 'click'], 'human'),
    unsureOpenedAt: first(['open', 'click'], 'unsure'),
    machineOpenedAt: first(['open'], 'machine'),
    clickedAt: first(['click'], 'human'),
    unsureClickedAt: first(['click'], 'unsure'),
    machineClickedAt: first(['click'], 'machine'),
  }
}
