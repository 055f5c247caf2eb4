import {
  classifyTogether,
  type Classified,
  classifyVisit,
  type Surroundings,
  type Classification,
  type Visit,
} from './classify.ts'

/** First time of each kind of engagement of a delivery. */
export type EngagementState = Record<
  'openedAt' | 'unsureOpenedAt' | 'machineOpenedAt' | 'clickedAt' | 'unsureClickedAt' | 'machineClickedAt',
  Date | null
>

/**
 * An open, a click on a link by its number, or a page load after a click.
 *
 * @property client Name of the visitor, see {@link SignedDeliveryAddresses.visitor}; empty when unknown.
 */
export type DeliveryVisit = Visit & { kind: 'open' | 'click' | 'page'; linkNumber: number | null; client?: string }

/** Stored event; a new one has no id yet. */
export type EngagementEvent = Classified & { id?: string }

/**
 * Adds visits to the known events of a delivery and classifies them together again.
 *
 * @returns New events, events with a changed classification, and the resulting state. A visit that adds no information
 * is ignored.
 */
export function addVisits(
  known: EngagementEvent[],
  visits: DeliveryVisit[],
  { deliveredAt, linkCount, ...beside }: Surroundings & { deliveredAt: Date | undefined; linkCount: number },
): { added: EngagementEvent[]; changed: EngagementEvent[]; state: EngagementState } {
  const all = [...known]
  for (const visit of visits.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { kind, linkNumber, at, client = '' } = visit
    const event = { kind, linkNumber, at, client, ...classifyVisit(visit, deliveredAt) }
    if (!all.some((one) => isSame(one, event))) all.push(event)
  }
  const classified = classifyTogether(all, linkCount, beside)
  return {
    added: classified.filter(({ id }) => id === undefined),
    changed: classified.filter((event, index) => event.id !== undefined && event !== all[index]),
    state: engagementStateOf(classified),
  }
}

// A repeated visit adds no information, but a person's visit beside a scanner's does.
function isSame(a: Classified, b: Classified): boolean {
  return a.kind === b.kind && a.linkNumber === b.linkNumber && a.classification === b.classification
}

function engagementStateOf(events: Classified[]): EngagementState {
  const first = (kinds: string[], classification: Classification) => {
    const times = events
      .filter((one) => kinds.includes(one.kind) && one.classification === classification)
      .map(({ at }) => at.getTime())
    return times.length > 0 ? new Date(Math.min(...times)) : null
  }
  // A click implies an open, even when the email app does not load images.
  return {
    openedAt: first(['open', 'click'], 'human'),
    unsureOpenedAt: first(['open', 'click'], 'unsure'),
    machineOpenedAt: first(['open'], 'machine'),
    clickedAt: first(['click'], 'human'),
    unsureClickedAt: first(['click'], 'unsure'),
    machineClickedAt: first(['click'], 'machine'),
  }
}
