import type { RetentionRule } from '#platform/retention.ts'

/** Retention of deliveries, opens and clicks. The counts of an issue stay. */
export const deliveryRetention: readonly RetentionRule[] = [
  {
    data: 'Daily hashes of visitors in newsletter opens and clicks',
    outcome: 'removed',
    days: 30,
    statement: `update newsletter_engagement_events set client = '' where client <> '' and at < $1`,
  },
  {
    data: 'Newsletter opens, clicks and deliveries by person',
    outcome: 'separated from the person; the counts of the issue remain',
    days: 400,
    statement: `with old_deliveries as (
        update newsletter_deliveries set email = '', response = '', subscriber_id = null
          where due_at < $1 and state in ('sent', 'failed', 'dropped', 'excluded') and (email <> '' or subscriber_id is not null)
          returning id
      ) update newsletter_engagement_events set reason = '' where delivery_id in (select id from old_deliveries) and reason <> ''`,
  },
  {
    data: 'Returned emails that were reviewed',
    outcome: 'deleted',
    days: 30,
    statement: `delete from newsletter_returned_mails where settled_at < $1`,
  },
  {
    data: 'Returned emails that were not reviewed',
    outcome: 'deleted',
    days: 180,
    statement: `delete from newsletter_returned_mails where settled_at is null and at < $1`,
  },
]
