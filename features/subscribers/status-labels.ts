import type { SubscriberSummary } from './contract.ts'

/** Names of the statuses of a subscriber in the admin, inside a sentence. */
export const statusLabels: Record<SubscriberSummary['status'], string> = {
  subscribed: 'subscribed',
  pending: 'pending confirmation',
  unsubscribed: 'unsubscribed',
  suppressed: 'suppressed',
}
