import type { RetentionRule } from '#platform/retention.ts'

/** Retention of subscribers. Subscribed people are stored until they unsubscribe. */
export const subscriberRetention: readonly RetentionRule[] = [
  {
    data: 'Newsletter sign-ups that were never confirmed',
    outcome: 'deleted',
    days: 90,
    statement: `delete from subscribers where status = 'pending' and greatest(created_at, greeted_at) < $1`,
  },
  {
    data: 'Unsubscribed people',
    outcome: 'deleted; a hash of the address remains, so that no import subscribes them again',
    days: 1095,
    statement: `with gone as (
        delete from subscribers s where status = 'unsubscribed' and created_at < $1
          and not exists (select from subscriber_events e where e.subscriber_id = s.id and e.at >= $1)
        returning email_hash
      ) insert into suppressions (email_hash, reason, detail, at)
        select email_hash, 'erased', '', $1 from gone on conflict do nothing`,
  },
  {
    data: 'Hashes of IP addresses of newsletter sign-ups',
    outcome: 'removed; time, form and consent text remain as proof',
    days: 400,
    statement: `update subscriber_events set client_hash = '' where client_hash <> '' and at < $1`,
  },
]
