import type { SubmissionState } from '#features/submissions/contract.ts'

/** Labels of the states in the admin. */
export const statusLabels: Record<SubmissionState, string> = {
  received: 'Being checked',
  in_review: 'In review',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** Filters of the queue in order; `all` is not a state. */
export const queueFilters = ['in_review', 'received', 'accepted', 'declined', 'withdrawn', 'all'] as const

/** Filter of the queue. */
export type QueueFilter = (typeof queueFilters)[number]

/** Parses the filter of the URL; defaults to `in_review`. */
export function filterOf(value: string | null): QueueFilter {
  return queueFilters.find((filter) => filter === value) ?? 'in_review'
}

export const filterLabel = (filter: QueueFilter) => (filter === 'all' ? 'All' : statusLabels[filter])
