import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { retentionDays } from '#features/submissions/constants.ts'
import { addSubmission } from './admin/test-submissions.ts'
import { submissionFileFilter } from './file-filter.ts'
import { findSubmission, type Submission } from './queries.ts'
import { shortTrack } from './upload/test-files.ts'

let site: TestSite
let nowMs = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  site = await buildTestSite({ clock: { now: () => new Date(nowMs) } })
}, 60_000)
afterAll(() => site.close())

const passDays = (days: number) => (nowMs += days * 24 * 3600_000)

async function added(): Promise<Submission> {
  const row = await addSubmission(site)
  await site.storage.put(row.audioKey, shortTrack, { contentType: 'audio/mpeg' })
  await site.storage.put(row.audioKey.replace('.mp3', '.webp'), Buffer.from('picture'), { contentType: 'image/webp' })
  return row
}
const hasFiles = async ({ audioKey }: Submission) =>
  (await Promise.all([audioKey, audioKey.replace('.mp3', '.webp')].map((key) => site.storage.stat(key)))).every(Boolean)

test('files of declined and withdrawn tracks are deleted after thirty days, rows stay, and tracks in review or on air keep their file', async () => {
  const [declined, withdrawn, waiting, accepted] = await Promise.all([added(), added(), added(), added()])
  const admin = site.services.submissionAdmin
  await admin.decline(declined.id, 'Not this one.')
  const token = await site.linkTokens.write('submission', withdrawn.id)
  await site.services.submissions.withdraw(token)
  await admin.accept(accepted.id)
  passDays(retentionDays - 1)
  await site.submissions.deleteOldFilesNow()
  for (const row of [declined, withdrawn, waiting, accepted]) expect(await hasFiles(row)).toBe(true)

  passDays(1)
  await Promise.all([site.submissions.deleteOldFilesNow(), site.submissions.deleteOldFilesNow()])
  await site.submissions.deleteOldFilesNow()
  for (const row of [declined, withdrawn]) {
    expect(await site.storage.stat(row.audioKey)).toBeUndefined()
    expect(await site.storage.stat(row.audioKey.replace('.mp3', '.webp'))).toBeUndefined()
    const view = (await admin.find(row.id))!
    expect(view).toMatchObject({ songTitle: 'Night Bus', fileDeletedAt: new Date(nowMs).toISOString() })
    expect(view.steps.filter(({ step }) => step === 'file-deleted')).toHaveLength(1)
  }
  for (const row of [waiting, accepted]) expect(await hasFiles(row)).toBe(true)
  await expect(admin.undo(declined.id)).rejects.toMatchObject({ code: 'conflict' })
  expect((await site.services.submissions.status(token))!.state).toBe('withdrawn')
})

test('a decision that was undone in the meantime keeps the file', async () => {
  const row = await added()
  await site.services.submissionAdmin.decline(row.id, 'Not this one.')
  passDays(retentionDays - 1)
  await site.services.submissionAdmin.undo(row.id)
  passDays(2)
  await site.submissions.deleteOldFilesNow()
  expect(await hasFiles(row)).toBe(true)
})

test('a file that a crash left without a row is removed at the next startup', async () => {
  const row = await added()
  await site.services.submissionAdmin.decline(row.id, 'Not this one.')
  passDays(retentionDays)
  await site.submissions.deleteOldFilesNow()
  await site.storage.put(row.audioKey, shortTrack, { contentType: 'audio/mpeg' })
  expect((await findSubmission(site.database.db, row.id))?.fileDeletedAt).not.toBeNull()
  await site.storage.collectGarbage(await submissionFileFilter(site.database.db, site.storage, { isAlone: true }), {
    isAlone: true,
  })
  expect(await site.storage.stat(row.audioKey)).toBeUndefined()
})
