import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createSubmissionEmails } from '../emails.ts'
import { createSubmissionAdmin, type SubmissionAdminDeps } from './submission-admin.ts'
import { addSubmission } from './test-submissions.ts'

let site: TestSite
/** Time by which the site's clock is ahead of the machine's, in milliseconds. */
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
beforeAll(async () => (site = await buildTestSite({ clock })))
afterAll(() => site.close())

const admin = () => site.services.submissionAdmin

/** Creates an admin service beside the site's own, on the same outbox and station, with some dependencies replaced. */
function createAdminWith(deps: Partial<SubmissionAdminDeps>) {
  const sender = { name: 'Swade', postalAddress: '', accent: undefined, logo: undefined }
  const mails = { origin: 'http://here', supportEmail: 'a@example.com', sender, ownerEmail: 'b@example.com' }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const { database, outbox, storage, linkTokens, services } = site
  const emails = createSubmissionEmails({ ...mails, linkTokens, texts: site.app.texts })
  return createSubmissionAdmin({
    db: database.db,
    clock,
    outbox,
    storage,
    linkTokens,
    emails,
    log,
    tracks: services.stationTracks,
    ...deps,
  })
}

/** Returns the subjects of the emails queued for one submission, sent or not. */
async function mailsOf(id: string): Promise<string[]> {
  const { rows } = await site.database.pool.query<{ key: string }>(
    'select dedupe_key as key from mail_outbox where dedupe_key like $1 order by created_at',
    [`submission:${id}:%`],
  )
  return rows.map(({ key }) => key.split(':')[2]!)
}

test('accepting adds the track to the station, queues the email and records the step in one transaction', async () => {
  const { id } = await addSubmission(site)
  await admin().accept(id)
  const view = (await admin().find(id))!
  // The track is on air only after its conversion; see `track-sounds.feature.test.ts` of the radio.
  expect(view).toMatchObject({
    state: 'accepted',
    onAir: { isInRotation: false, plays: 0 },
    sound: { state: 'pending', reason: '' },
    externalUpload: undefined,
  })
  expect(view.steps.map(({ step, actor }) => `${actor}: ${step}`)).toEqual(['owner: accepted'])
  expect(await mailsOf(id)).toEqual(['accepted'])
  await expect(admin().accept(id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(admin().decline(id, 'Too late')).rejects.toMatchObject({ code: 'conflict' })
})

test('of several concurrent accepts one succeeds, and the artist gets one email', async () => {
  const { id } = await addSubmission(site)
  const ends = await Promise.allSettled(Array.from({ length: 10 }, () => admin().accept(id)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await mailsOf(id)).toEqual(['accepted'])
})

test('declining needs a reason, which is sent to the artist', async () => {
  const { id } = await addSubmission(site)
  await expect(admin().decline(id, '  \n ')).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(admin().decline(id, 'x'.repeat(2001))).rejects.toMatchObject({ code: 'invalid-input' })
  await admin().decline(id, ' The left channel is silent. ')
  expect(await admin().find(id)).toMatchObject({
    state: 'declined',
    reason: 'The left channel is silent.',
    onAir: { isInRotation: false },
  })
  const mail = (await site.outbox.list(100)).find(({ dedupeKey }) => dedupeKey.startsWith(`submission:${id}:declined:`))
  expect(mail?.mail.text).toContain('The left channel is silent')
  // A declined track cannot be withdrawn.
  expect(mail?.mail.text).toContain('If that was not you, contact ')
  expect(mail?.mail.text).not.toContain('withdraw')
})

test('a decision that is undone at once sends no email', async () => {
  const { id } = await addSubmission(site)
  await admin().accept(id)
  await admin().undo(id)
  expect(await admin().find(id)).toMatchObject({ state: 'in_review', onAir: { isInRotation: false } })
  expect(await mailsOf(id)).toEqual([])
  // The submission can be decided again.
  await admin().decline(id, 'On second thought')
  expect(await mailsOf(id)).toEqual(['declined'])
  await expect(admin().undo(id)).resolves.toBeUndefined()
  await expect(admin().undo(id)).rejects.toMatchObject({ code: 'conflict' })
})

test('the email of a decision is sent within five seconds, and undoing it later sends another', async () => {
  const { id } = await addSubmission(site)
  const later: { ms: number; run: () => void }[] = []
  await createAdminWith({ after: (ms, run) => later.push({ ms, run }) }).accept(id)
  const stateOf = async () => {
    const { rows } = await site.database.pool.query<{ state: string }>(
      'select state from mail_outbox where dedupe_key like $1',
      [`submission:${id}:accepted:%`],
    )
    return rows[0]?.state
  }
  expect([await stateOf(), later.length]).toEqual(['queued', 1])
  const [{ ms, run }] = later as [(typeof later)[number]]
  expect(ms).toBeLessThan(5000)
  aheadMs += ms
  run()
  await vi.waitUntil(async () => (await stateOf()) === 'sent', { interval: 10, timeout: 20_000 })
  await admin().undo(id)
  expect(await mailsOf(id)).toEqual(['accepted', 'undone'])
})

test('a withdrawn track cannot be decided', async () => {
  const { id } = await addSubmission(site, { state: 'withdrawn' })
  for (const act of [() => admin().accept(id), () => admin().decline(id, 'x'), () => admin().undo(id)])
    await expect(act()).rejects.toMatchObject({ code: 'conflict' })
  await expect(admin().accept('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'not-found' })
  for (const id of ['', "'; drop table submissions; --", '../x', '0'.repeat(5000)])
    expect(await admin().find(id)).toBeUndefined()
})

test('when the email cannot be created, the decision is rolled back', async () => {
  const { id } = await addSubmission(site)
  await site.database.db.execute(sql`ALTER TABLE mail_outbox RENAME TO mail_outbox_gone`)
  await expect(admin().accept(id)).rejects.toThrow(/mail_outbox/)
  await site.database.db.execute(sql`ALTER TABLE mail_outbox_gone RENAME TO mail_outbox`)
  expect(await admin().find(id)).toMatchObject({ state: 'in_review', steps: [], onAir: { isInRotation: false } })
})

test('without its database the admin fails with a readable message', async () => {
  const { id } = await addSubmission(site)
  const lost = await createTestDatabase({ migrationsDir: resolve(import.meta.dirname, '../../../../db/migrations') })
  await lost.close()
  const { find, accept } = createAdminWith({ db: lost.db })
  for (const act of [() => find(id), () => accept(id)])
    await expect(act()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'site.errors.unavailable',
    })
})

test('tracks in review are listed in the order in which they arrived, also in the action items, and neighbors are found', async () => {
  await site.database.db.execute(sql`UPDATE submissions SET state = 'declined' WHERE state = 'in_review'`)
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const [b, a, c] = [
    await addSubmission(site, { createdAt: at(2) }),
    await addSubmission(site, { createdAt: at(1) }),
    await addSubmission(site, { createdAt: at(3) }),
  ]
  const { rows, counts } = await admin().list({ state: 'in_review', page: 1 })
  expect(rows.map(({ id }) => id)).toEqual([a.id, b.id, c.id])
  expect(counts.in_review).toBe(3)
  expect(await admin().neighbours(b.id)).toEqual({ previous: a.id, next: c.id, waiting: 3 })
  expect(await admin().neighbours(c.id)).toMatchObject({ previous: b.id, next: undefined })
  const needs = (await site.submissions.actionItems.list()).map(({ key }) => key)
  expect(needs).toEqual([a, b, c].map(({ id }) => `track:${id}`))
  await expect(site.submissions.actionItems.runAction(needs[0]!)).rejects.toMatchObject({ code: 'conflict' })
})

test('search matches parts of titles, names, albums and addresses literally, not as patterns', async () => {
  const { id } = await addSubmission(site, {
    songTitle: '100% _real\\',
    artistName: 'Zoë',
    albumName: 'Ämter',
    artistEmail: 'q@sub.example',
  })
  for (const search of ['100%', '% _REAL\\', 'zoë', 'ämter', 'sub.example']) {
    const { rows, total } = await admin().list({ search, page: 1 })
    expect([search, rows.map((row) => row.id), total]).toEqual([search, [id], 1])
  }
  expect((await admin().list({ search: '%%%', page: 1 })).total).toBe(0)
  expect((await admin().list({ search: "'; drop table submissions; --", page: 1 })).rows).toEqual([])
})

test('a page number that is too high gives the last page', async () => {
  await Promise.all(Array.from({ length: 51 }, () => addSubmission(site)))
  const { pageCount } = await admin().list({ page: 1 })
  expect(pageCount).toBeGreaterThan(1)
  const beyond = await admin().list({ page: 5000 })
  expect(beyond).toMatchObject({ page: pageCount, pageCount })
  expect(beyond.rows.map(({ id }) => id)).toEqual((await admin().list({ page: pageCount })).rows.map(({ id }) => id))
  expect(beyond.rows).not.toEqual([])
  expect(await admin().list({ search: 'no such track', page: 5 })).toMatchObject({ rows: [], page: 1, pageCount: 1 })
})
