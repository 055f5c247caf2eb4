import { createHash, randomUUID } from 'node:crypto'
import { insertAuditEntry } from '#platform/admin/queries.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import { hashValue } from '#platform/secrets.ts'
import { emailAddressSchema, maskEmail } from '#shared/email-address.ts'
import { AppError } from '#shared/errors.ts'
import { mailSender } from '#shared/mail/mail-sender.ts'
import { slugOf } from '#shared/slug.ts'
import type { IssuePreview, IssuesService } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { findSubscribedByEmail, isSuppressed, type IssueRow } from './queries.ts'
import { type TemplateValues, compileIssue } from './render-template.ts'
import type { ReadIssue } from './issue-input.ts'
import { writeIssue, type WritableIssue } from './write-issue.ts'

/** Use cases that render issues as emails: preview and test send. */
export type IssueEmails = Pick<IssuesService, 'write'> & {
  preview(id: string): Promise<IssuePreview>
  /** Renders the preview of unsaved content. */
  previewOf(input: unknown): Promise<IssuePreview>
  /** Sends a test email to one mailbox; it is not tracked. */
  sendTest(id: string, to: string, actor: string): Promise<void>
  /** Returns the size in bytes of the HTML part of the longest possible delivery. */
  maxBytesOf(issue: Omit<WritableIssue, 'isCounted'>): Promise<number>
}

type IssueAccess = { get(id: string): Promise<IssueRow>; readIssue: ReadIssue }

/** A placeholder for a recipient's secret tokens in previews. */
const previewToken = createHash('sha256').update('a copy for nobody').digest('base64url').padEnd(44, '0')

export function createIssueEmails(
  deps: Pick<ProcessDeps, 'config' | 'database' | 'db' | 'outbox' | 'clock' | 'linkTokens'>,
  { get, readIssue }: IssueAccess,
): IssueEmails {
  const { config, db, database, outbox, clock, linkTokens } = deps
  const testSends = createRateLimit({
    pool: database.pool,
    name: 'newsletter-trial',
    points: 30,
    durationSeconds: 3600,
  })
  const write = (issue: WritableIssue) => writeIssue({ origin: config.origin, ...mailSender(config) }, issue)

  const example = (firstName: string): TemplateValues => ({
    firstName,
    unsubscribeUrl: `${config.origin}/newsletter/unsubscribe/${previewToken}`,
    preferencesUrl: `${config.origin}/newsletter/preferences/${previewToken}`,
  })

  async function renderPreview(issue: Omit<WritableIssue, 'isCounted'>): Promise<IssuePreview> {
    const [written, bytes] = await Promise.all([write({ ...issue, isCounted: false }), maxBytesOf(issue)])
    return { subject: written.subject, ...compileIssue(written)(example('Anna')), html_bytes: bytes }
  }

  async function maxBytesOf(issue: Omit<WritableIssue, 'isCounted'>): Promise<number> {
    const written = await write({ ...issue, isCounted: true })
    // The longest possible addresses and name.
    const secret = 'x'.repeat(96)
    const counting = {
      openUrl: `${config.origin}/t/o/${secret}.gif`,
      linkUrl: () => `${config.origin}/t/c/${secret}`,
    }
    return Buffer.byteLength(compileIssue(written)({ ...example('x'.repeat(80)), counting }).html)
  }

  return {
    write,
    async preview(id) {
      const { title, slug, content } = await get(id)
      return renderPreview({ title, slug, content })
    },
    async previewOf(input) {
      const { title, content } = readIssue(input)
      // The final slug is about as long.
      return renderPreview({ title, slug: slugOf(title, 70) || 'preview', content })
    },
    maxBytesOf: ({ title, slug, content }) => maxBytesOf({ title, slug, content }),
    async sendTest(id, to, actor) {
      const { title, content } = await get(id)
      const parsed = emailAddressSchema.safeParse(to)
      if (!parsed.success)
        throw new AppError('invalid-input', parsed.error.issues[0]?.message ?? 'Please enter a valid email address.')
      const address = parsed.data
      if (await isSuppressed(db, hashValue(address)))
        throw new AppError(
          'conflict',
          'This address is suppressed and cannot receive newsletters. Send the test to another address.',
        )
      const limit = await testSends.consume(actor)
      if (!limit.ok)
        throw new AppError('too-many-requests', 'You can send up to 30 test emails per hour. Try again later.', {
          retryAfterSeconds: limit.retryAfterSeconds,
        })
      // The email is not a delivery of the issue: it is not tracked and has no page on the site.
      const reader = await findSubscribedByEmail(db, address)
      const written = await write({ title, slug: '', content, isCounted: false, isForTester: !reader })
      const token = reader && (await linkTokens.write('subscriber', reader.id))
      const own = (page: string) => (token ? `${config.origin}/newsletter/${page}/${token}` : '')
      const email = compileIssue(written)({
        firstName: reader?.firstName ?? '',
        unsubscribeUrl: own('unsubscribe'),
        preferencesUrl: own('preferences'),
      })
      await db.transaction(async (tx) => {
        await outbox.enqueue(tx, `issue-trial:${id}:${randomUUID()}`, {
          to: address,
          subject: `[Test] ${written.subject}`,
          ...email,
        })
        await insertAuditEntry(tx, {
          action: 'issue.test',
          actor,
          subject: `issue:${id}`,
          detail: maskEmail(address),
          at: clock.now(),
        })
      })
      outbox.wake()
    },
  }
}
