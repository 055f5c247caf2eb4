import { insertAuditEntry } from '#platform/admin/queries.ts'
import {
  type IssueDelivery,
  type IssueDetail,
  type IssueInput,
  type IssueList,
  type IssuesService,
  statusRefusals,
} from '#features/issues/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { findProblems } from './check-issue.ts'
import { createIssueReader } from './issue-input.ts'
import { createIssueEmails, type IssueEmails } from './issue-mails.ts'
import { detailOf, isBeforeSending, toListItem } from './issue-view.ts'
import type { LinkChecker } from './check-links.ts'
import {
  countIssues,
  deleteDraft,
  findIssue,
  insertIssue,
  type IssueRow,
  listIssueRows,
  updateCheck,
  updateDraft,
  listSlugsLike,
} from './queries.ts'
import { randomBytes } from 'node:crypto'
import { slugOf } from '#shared/slug.ts'
import { isUuid } from '#shared/uuid.ts'
import { pageWithin } from '#shared/page-within.ts'

/** Use cases of issues in the admin. */
export type Issues = IssuesService &
  Pick<IssueEmails, 'preview' | 'previewOf' | 'sendTest'> & {
    list(page: number): Promise<IssueList>
    /** @throws AppError `conflict` when someone else has saved in the meantime, or it is no longer a draft. */
    save(id: string, input: IssueInput, actor: string): Promise<IssueDetail>
    /** Deletes a draft; other issues cannot be deleted. */
    remove(id: string, actor: string): Promise<void>
  }

const pageSize = 50
/** Returns whether an issue may have deliveries in flight. */
const isInFlight = ({ status }: Pick<IssueRow, 'status'>) =>
  status === 'sending' || status === 'paused' || status === 'failed'

/** Creates the use cases of issues; see docs/decisions/015-issues.md. @param around Called at each use. */
export function createIssues(
  deps: Pick<ProcessDeps, 'config' | 'database' | 'db' | 'outbox' | 'clock' | 'linkTokens'>,
  around: () => IssueDelivery,
  checkTarget: LinkChecker,
): Issues {
  const { db, clock, config } = deps
  const readIssue = createIssueReader({ origin: config.origin, localHosts: config.NEWSLETTER_LOCAL_FEEDS })

  const find = async (id: string) => (isUuid(id) ? findIssue(db, id) : undefined)
  async function get(id: string): Promise<IssueRow> {
    const row = await find(id)
    if (!row) throw new AppError('not-found', 'Newsletter not found.')
    return row
  }
  const mails = createIssueEmails(deps, { get, readIssue })

  async function detail(row: IssueRow): Promise<IssueDetail> {
    const [progress, counts, audience] = await Promise.all([
      isInFlight(row) || row.status === 'sent' ? around().progress([row.id]) : undefined,
      row.sentAt ? around().counts([row.id]) : undefined,
      isBeforeSending(row) ? around().countAudience(row.kind) : 0,
    ])
    return detailOf(row, { progress: progress?.get(row.id), counts: counts?.get(row.id), audience }, clock.now())
  }

  return {
    async list(requestedPage) {
      const total = await countIssues(db)
      const { page, pageCount, offset } = pageWithin(requestedPage, total, pageSize)
      const rows = await listIssueRows(db, pageSize, offset)
      const isWaiting = (kind: IssueRow['kind']) => rows.some((row) => row.kind === kind && isBeforeSending(row))
      const ids = (wanted: (row: Pick<IssueRow, 'status' | 'sentAt'>) => boolean) =>
        rows.filter(wanted).map(({ id }) => id)
      // Uncertain deliveries are shown until someone resolves them, however old the issue is.
      const unsettled = await around().listUncertain(ids(({ status }) => status === 'sent'))
      const [progress, counts, weekly, digest] = await Promise.all([
        around().progress([...ids(isInFlight), ...unsettled]),
        around().counts(ids(({ sentAt }) => sentAt !== null)),
        isWaiting('weekly') ? around().countAudience('weekly') : 0,
        isWaiting('digest') ? around().countAudience('digest') : 0,
      ])
      const now = clock.now()
      const items = rows.map((row) =>
        toListItem(
          row,
          {
            progress: progress.get(row.id),
            counts: counts.get(row.id),
            audience: row.kind === 'digest' ? digest : weekly,
          },
          now,
        ),
      )
      return { items, total, page, page_count: pageCount }
    },

    async find(id) {
      const row = await find(id)
      return row && detail(row)
    },

    async create(input, actor, { kind = 'weekly', slot } = {}) {
      const { title, content } = readIssue(input)
      const now = clock.now()
      for (let attempt = 1; ; attempt += 1) {
        const row = await db.transaction(async (tx) => {
          const slug = await findFreeSlug(tx, title)
          const added = await insertIssue(tx, {
            slug,
            title,
            content,
            kind,
            slot: slot ?? null,
            createdBy: actor,
            createdAt: now,
          })
          if (added) await note(tx, 'issue.create', added, actor, now)
          // The slot stays used when the issue is deleted.
          if (added && slot)
            await insertAuditEntry(tx, { action: 'slot.take', actor, subject: `slot:${slot}`, detail: title, at: now })
          return added
        })
        if (row) return detail(row)
        // Another issue got the slug at the same time; a taken slot is a conflict.
        if (slot || attempt === 5) throw new AppError('conflict', 'An issue for this date already exists.')
      }
    },

    async save(id, input, actor) {
      const before = await get(id)
      const { title, content, version } = readIssue(input, before.content)
      const now = clock.now()
      const row = await db.transaction(async (tx) => {
        const slug = title === before.title ? before.slug : await findFreeSlug(tx, title, before.slug)
        const saved = await updateDraft(tx, id, version, { title, slug, content, updatedAt: now })
        if (saved) await note(tx, 'issue.save', saved, actor, now)
        return saved
      })
      if (row) return detail(row)
      const { status } = await get(id)
      throw new AppError(
        'conflict',
        status === 'draft' ? 'This issue was saved elsewhere after you opened it.' : statusRefusals[status],
      )
    },

    async remove(id, actor) {
      const row = await get(id)
      await db.transaction(async (tx) => {
        if (!(await deleteDraft(tx, id)))
          throw new AppError(
            'conflict',
            row.status === 'draft' ? 'This issue has already been deleted.' : statusRefusals[row.status],
          )
        await note(tx, 'issue.remove', row, actor, clock.now())
      })
    },

    async check(id) {
      const { content, version, ...issue } = await get(id)
      const htmlBytes = await mails.maxBytesOf({ ...issue, content })
      const needsPostalAddress = config.isProduction && config.POSTAL_ADDRESS.trim() === ''
      const problems = await findProblems(content, htmlBytes, {
        origin: config.origin,
        needsPostalAddress,
        checkTarget,
      })
      const check = { at: clock.now().toISOString(), version, htmlBytes, problems }
      await updateCheck(db, id, check)
      return check
    },

    write: mails.write,
    preview: mails.preview,
    previewOf: mails.previewOf,
    sendTest: mails.sendTest,
  }
}

async function note(
  tx: Executor,
  action: string,
  { id, title }: Pick<IssueRow, 'id' | 'title'>,
  actor: string,
  at: Date,
): Promise<void> {
  await insertAuditEntry(tx, { action, actor, subject: `issue:${id}`, detail: title, at })
}

/** Returns a free slug for an issue, based on its title: `swade-on-the-air-2`. */
async function findFreeSlug(db: Executor, title: string, own?: string): Promise<string> {
  const plain = slugOf(title, 70)
  // Titles without letters give no slug, and some slugs, such as `feed`, are existing paths.
  const base =
    plain.replaceAll('-', '').length >= 3 && !/^(feed|preferences|confirm|unsubscribe)$/.test(plain)
      ? plain
      : `issue-${plain || randomBytes(4).toString('hex')}`.replace(/-$/, '')
  const taken = new Set((await listSlugsLike(db, base)).filter((slug) => slug !== own))
  if (own === base || (own && new RegExp(`^${base}-\\d+$`).test(own))) return own
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
