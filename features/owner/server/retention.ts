import type { RetentionRule } from '#platform/retention.ts'

const withoutBody = `jsonb_build_object('to', mail->'to', 'subject', mail->'subject', 'html', '', 'text', '')`
const emptyMail = `'{"to": "", "subject": "", "html": "", "text": ""}'::jsonb`
const isWaiting = `state in ('queued', 'claimed', 'in_data', 'paused')`

/**
 * Returns the retention of emails, sign-ins, rate limits and the audit log.
 *
 * @param isLocalOutbox Whether sent emails are files on this machine; their text is then shown there for a week.
 */
export function ownerRetention({ isLocalOutbox }: { isLocalOutbox: boolean }): RetentionRule[] {
  return [
    {
      data: 'Emails with sign-in codes',
      outcome: 'deleted; the text is removed as soon as the email is sent',
      days: 0,
      // A code is valid for ten minutes. One that is being sent is deleted by the next run.
      statement: `delete from mail_outbox where dedupe_key like 'owner-code:%' and created_at < $1::timestamptz - interval '15 minutes'
        and state not in ('claimed', 'in_data')`,
    },
    {
      data: 'Sign-in codes (hashes)',
      outcome: 'deleted',
      days: 0,
      statement: `delete from owner_codes where expires_at < $1`,
    },
    {
      data: 'Texts of sent emails',
      outcome: 'removed when the mail server accepts them; after 7 days in the local outbox',
      days: isLocalOutbox ? 7 : 0,
      statement: `update mail_outbox set mail = ${withoutBody}, body_removed_at = now()
        where state = 'sent' and body_removed_at is null and sent_at < $1`,
    },
    {
      data: 'Texts of failed and uncertain emails',
      outcome: 'removed; until then the owner can send them again',
      days: 30,
      statement: `update mail_outbox set mail = ${withoutBody}, body_removed_at = now()
        where state in ('failed', 'uncertain') and body_removed_at is null and created_at < $1`,
    },
    {
      data: 'Recipients, subjects and server replies of emails',
      outcome: 'removed; the key that prevents duplicates remains',
      days: 90,
      statement: `update mail_outbox set mail = ${emptyMail}, response = null, body_removed_at = coalesce(body_removed_at, now()),
        dedupe_key = case when position('@' in dedupe_key) > 0 then 'removed:' || id else dedupe_key end
        where not (${isWaiting}) and created_at < $1 and (mail <> ${emptyMail} or response is not null)`,
    },
    {
      data: 'Rate limits (hashes of IP addresses)',
      outcome: 'deleted',
      days: 1,
      statement: `delete from rate_limits where expire < extract(epoch from $1::timestamptz) * 1000`,
    },
    {
      data: 'Ended admin sessions',
      outcome: 'deleted',
      days: 30,
      statement: `delete from admin_sessions where least(expires_at, revoked_at) < $1`,
    },
    {
      data: 'Audit log',
      outcome: 'deleted',
      days: 730,
      statement: `delete from audit_log where at < $1`,
    },
  ]
}
