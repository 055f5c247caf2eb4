import type { ReadingMarks } from './copy-marks.ts'

/** What of a copy is counted. */
export type CountedCopy = ReadingMarks & {
  state: string
  bouncedAt: Date | null
  complainedAt: Date | null
  leftAt: Date | null
}

/** The names of what is added up per issue. */
export const tallyNames = [
  'delivered',
  'bounced',
  'complained',
  'left',
  'humanOpens',
  'unsureOpens',
  'machineOpens',
  'humanClicks',
  'unsureClicks',
  'machineClicks',
] as const

/** Counts of recipients. */
export type Tally = Record<(typeof tallyNames)[number], number>

/** What one copy adds to its issue: 0 or 1 each, and of its readings the strongest alone. */
export function weigh(copy: CountedCopy): Tally {
  const one = (is: boolean) => (is ? 1 : 0)
  return {
    delivered: one(copy.state === 'sent' && !copy.bouncedAt),
    bounced: one(copy.bouncedAt !== null),
    complained: one(copy.complainedAt !== null),
    left: one(copy.leftAt !== null),
    humanOpens: one(copy.openedAt !== null),
    unsureOpens: one(!copy.openedAt && copy.unsureOpenedAt !== null),
    machineOpens: one(!copy.openedAt && !copy.unsureOpenedAt && copy.machineOpenedAt !== null),
    humanClicks: one(copy.clickedAt !== null),
    unsureClicks: one(!copy.clickedAt && copy.unsureClickedAt !== null),
    machineClicks: one(!copy.clickedAt && !copy.unsureClickedAt && copy.machineClickedAt !== null),
  }
}

/** Adds how a copy changed to what its issue moves by. */
export function addMove(moves: Map<string, Tally>, issueId: string, before: CountedCopy, after: CountedCopy): void {
  const [from, to] = [weigh(before), weigh(after)]
  const move = moves.get(issueId)
  moves.set(
    issueId,
    Object.fromEntries(tallyNames.map((name) => [name, (move?.[name] ?? 0) + to[name] - from[name]])) as Tally,
  )
}
