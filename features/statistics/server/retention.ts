import type { RetentionRule } from '#platform/retention.ts'

/** Retention of the site statistics: long enough to compare a year with the previous one. */
export const statisticsRetention: RetentionRule[] = [
  {
    data: 'Daily site statistics (no personal data)',
    outcome: 'deleted',
    days: 1095,
    statement: `delete from site_counts where day < ($1::timestamptz at time zone 'UTC')::date`,
  },
]
