import type { EngagementState } from './delivery-engagement.ts'

/** Values of a delivery that are aggregated. */
export type CountedDelivery = EngagementState & {
  state: string
  bouncedAt: Date | null
  complainedAt: Date | null
  leftAt: Date | null
}

/** Names of the aggregated values. */
const aggregateFields = [
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

/** Numbers of recipients. */
export type Aggregate = Record<(typeof aggregateFields)[number], number>

/** Returns the contribution of one delivery to its issue: 0 or 1 each, and of its engagement only the strongest. */
function aggregateOf(delivery: CountedDelivery): Aggregate {
  const one = (is: boolean) => (is ? 1 : 0)
  return {
    delivered: one(delivery.state === 'sent' && !delivery.bouncedAt),
    bounced: one(delivery.bouncedAt !== null),
    complained: one(delivery.complainedAt !== null),
    left: one(delivery.leftAt !== null),
    humanOpens: one(delivery.openedAt !== null),
    unsureOpens: one(!delivery.openedAt && delivery.unsureOpenedAt !== null),
    machineOpens: one(!delivery.openedAt && !delivery.unsureOpenedAt && delivery.machineOpenedAt !== null),
    humanClicks: one(delivery.clickedAt !== null),
    unsureClicks: one(!delivery.clickedAt && delivery.unsureClickedAt !== null),
    machineClicks: one(!delivery.clickedAt && !delivery.unsureClickedAt && delivery.machineClickedAt !== null),
  }
}

/** Adds the change of a delivery to the changes of its issue's aggregate. */
export function addChange(
  moves: Map<string, Aggregate>,
  issueId: string,
  before: CountedDelivery,
  after: CountedDelivery,
): void {
  const [from, to] = [aggregateOf(before), aggregateOf(after)]
  const move = moves.get(issueId)
  moves.set(
    issueId,
    Object.fromEntries(aggregateFields.map((name) => [name, (move?.[name] ?? 0) + to[name] - from[name]])) as Aggregate,
  )
}
