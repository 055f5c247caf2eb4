import type { RetentionRule } from '#platform/retention.ts'

/** Retention of submitted tracks. Tracks on air are stored with the consent to broadcast them. */
export const submissionRetention: readonly RetentionRule[] = [
  {
    data: 'Contact data of declined and withdrawn tracks',
    outcome: 'removed; artist, title and decision remain',
    days: 365,
    statement: `update submissions set artist_email = '', artist_website = '', artist_social = '', description = '', consent_address = ''
      where state in ('declined', 'withdrawn') and coalesce(decided_at, created_at) < $1
      and (artist_email <> '' or artist_website <> '' or artist_social <> '' or description <> '' or consent_address <> '')`,
  },
  {
    data: 'IP addresses of submitted tracks',
    outcome: 'removed; time and text of the consent remain',
    days: 400,
    statement: `update submissions set consent_address = '' where consent_address <> '' and created_at < $1`,
  },
]
