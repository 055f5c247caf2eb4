import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { ListenResult } from '#platform/recordings/listening/listen-result.ts'
import { listenTo } from '#platform/recordings/listening/listen.ts'
import { spectrogramSize } from '#platform/recordings/listening/spectrogram.ts'
import { submissionFileFilter } from './file-filter.ts'
import { findByLink } from './queries.ts'
import { addSubmission } from './admin/test-submissions.ts'
import { send } from './upload/test-form.ts'
import { shortTrack } from './upload/test-files.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ tuning: { submissions: { listen: (...task) => analyses[way](...task) } } })
}, 60_000)
afterAll(() => site.close())

/** Creates a track that was received and not checked yet. */
async function received(overrides: Parameters<typeof addSubmission>[1] = {}): Promise<string> {
  const row = await addSubmission(site, { state: 'received', checks: null, ...overrides })
  await site.storage.put(row.audioKey, shortTrack, { contentType: 'audio/mpeg' })
  return site.linkTokens.write('submission', row.id)
}
const status = async (token: string) => (await site.services.submissions.status(token))!
const rowOf = async (token: string) =>
  (await findByLink(site.database.db, (await site.linkTokens.read('submission', token))!))!
const idOf = async (token: string) => (await rowOf(token)).id

/** Lists the names of the emails queued for one submission, sent or not. */
async function mailsOf(id: string): Promise<string[]> {
  const { rows } = await site.database.pool.query<{ key: string }>(
    'select dedupe_key as key from mail_outbox where dedupe_key like $1',
    [`submission:${id}:%`],
  )
  return rows.map(({ key }) => key.split(':')[2]!).toSorted()
}

/** Returns the text of the email about a withdrawn submission. */
async function withdrawnText(id: string): Promise<string | undefined> {
  const mails = await site.outbox.list(100)
  return mails.find(({ dedupeKey }) => dedupeKey === `submission:${id}:withdrawn`)?.mail.text
}

/** Result of analyzing a recording, used in every test but the first, which analyzes a real one. */
const analysis: ListenResult = {
  loudnessLufs: -14,
  truePeakDb: -1,
  clippedSamples: 0,
  silence: { leadSeconds: 0, tailSeconds: 0, longestSeconds: 0 },
  brokenFrames: 0,
  durationSeconds: 8,
  peaks: Array.from({ length: 240 }, () => 50),
  spectrogram: new Uint8Array(spectrogramSize.width * spectrogramSize.height),
}

const analyses: Record<'really' | 'sound' | 'ends the thread', typeof listenTo> = {
  // Analyzes a real recording at normal priority, because other tests would slow it down otherwise.
  'really': (task, signal) => listenTo({ ...task, niceness: 0 }, signal),
  'sound': async () => ({ ok: true, result: analysis }),
  'ends the thread': async () => ({ ok: false, reason: 'failed' }),
}

let way: keyof typeof analyses

/** Checks all submissions with this analysis; earlier failures are due again. */
async function checkAll(chosen: keyof typeof analyses = 'sound'): Promise<void> {
  way = chosen
  await site.database.pool.query(`update jobs.job set start_after = now() where state < 'active'`)
  await site.jobs.runNow('submissions.queue-checks', 'submissions.check')
}
const codesOf = async (token: string) => (await status(token)).checks?.notes.map(({ code }) => code) ?? []

test('a track moves from received to in review automatically: it is analyzed, gets a spectrogram, and its artist an email', async () => {
  const reply = await send(site.app, shortTrack, { fields: { artist_email: 'heard@example.com' } })
  const token = reply.json<{ status_url: string }>().status_url.split('/').at(-1)!
  expect(await status(token)).toMatchObject({
    state: 'received',
    checks: undefined,
    mayCorrect: true,
    mayWithdraw: true,
    maskedEmail: 'h•••@example.com',
  })
  await checkAll('really')
  const checked = await status(token)
  expect(checked).toMatchObject({ state: 'in_review', steps: [{ step: 'received' }, { step: 'checked' }] })
  expect(checked.checks?.loudnessLufs).toBeCloseTo(-16.2, 0)
  expect(checked.checks?.peaks).toHaveLength(240)
  const row = await rowOf(token)
  expect(row.checks).toMatchObject({ brokenFrames: 0, clippedSamples: 0, truePeakDb: expect.any(Number) })
  expect((await site.storage.stat(row.checks!.spectrogramKey!))?.contentType).toBe('image/webp')
  const mails = (await site.mails(3)).filter(({ to }) => to?.[0]?.address === 'heard@example.com')
  // Both emails may have the same second, so their order is undefined.
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^We received your track/),
    expect.stringMatching(/^Your track is in review/),
  ])
})

test('a second submission of the same bytes is marked as such, and the first one is not', async () => {
  const audioSha256 = createHash('sha256').update('the same sound').digest('hex')
  const [first, second] = [await received({ audioSha256 }), await received({ audioSha256 })]
  await checkAll()
  expect(await codesOf(first)).not.toContain('same-bytes')
  expect(await codesOf(second)).toContain('same-bytes')
})

test('a recording that crashes the analysis three times goes to the owner with a finding', async () => {
  const token = await received()
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(checkAll('ends the thread')).rejects.toThrow('The analysis thread ended unexpectedly.')
  expect((await status(token)).state).toBe('received')
  await checkAll('ends the thread')
  expect((await status(token)).state).toBe('in_review')
  expect(await codesOf(token)).toEqual(['not-checked'])
})

test('a recording that is missing or temporarily unavailable in the storage does not use up its attempts', async () => {
  const token = await received()
  const row = await rowOf(token)
  await site.storage.delete(row.audioKey)
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(checkAll()).rejects.toThrow('The recording is missing from the file storage.')
  expect((await rowOf(token)).checkAttempts).toBe(0)
  // The owner cannot upload it again.
  const originals = (await Promise.all(site.collect('storedOriginals').map((list) => list()))).flat()
  expect(originals.find(({ key }) => key === row.audioKey)?.remedy).toBe('Restore it from a backup.')
  await site.storage.put(row.audioKey, shortTrack, { contentType: 'audio/mpeg' })
  await checkAll()
  expect((await status(token)).state).toBe('in_review')
})

test('a track that is decided before its check is still checked, and after an undo it continues normally', async () => {
  const { submissionAdmin } = site.services
  const [accepted, back] = [await received(), await received()]
  const [acceptedId, backId] = [await idOf(accepted), await idOf(back)]
  await submissionAdmin.accept(acceptedId)
  await submissionAdmin.decline(backId, 'A wrong key')
  await submissionAdmin.undo(backId)
  expect((await status(back)).state).toBe('received')
  await checkAll()
  expect(await status(accepted)).toMatchObject({
    state: 'accepted',
    checks: { notes: expect.any(Array) },
    steps: [{ step: 'accepted' }, { step: 'checked' }],
  })
  expect(await mailsOf(acceptedId)).not.toContain('in-review')
  expect(await status(back)).toMatchObject({ state: 'in_review', checks: { notes: expect.any(Array) } })
  expect(await mailsOf(backId)).toContain('in-review')
  // A checked track returns to review.
  await submissionAdmin.decline(backId, 'On second thought')
  await submissionAdmin.undo(backId)
  expect((await status(back)).state).toBe('in_review')
})

test('when a track is withdrawn right after it was accepted, no email says that it goes on air', async () => {
  const token = await received()
  const id = await idOf(token)
  await site.services.submissionAdmin.accept(id)
  await site.services.submissions.withdraw(token)
  expect(await mailsOf(id)).toEqual(['withdrawn'])
  expect(await withdrawnText(id)).toContain('no longer in the queue or the rotation')
})

test('the email about a withdrawn track does not deny plays from before it returned to the queue', async () => {
  const token = await received()
  const id = await idOf(token)
  await site.services.submissionAdmin.accept(id)
  await site.services.submissionAdmin.undo(id)
  await site.services.submissions.withdraw(token)
  const text = await withdrawnText(id)
  expect(text).toContain('no longer in the queue or the rotation')
  expect(text).not.toContain('we will not play it')
})

test('track details can be edited until the decision, and invalid ones are rejected with the name of the field', async () => {
  const token = await received()
  const { texts } = await status(token)
  await site.services.submissions.correct(token, { ...texts, song_title: 'Salt Flats at Dusk', label_name: 'Salt' })
  expect(await status(token)).toMatchObject({
    texts: { song_title: 'Salt Flats at Dusk', label_name: 'Salt' },
    steps: [{ step: 'corrected' }],
  })
  await site.services.submissions.correct(token, { ...texts, song_title: 'Salt Flats at Dawn' })
  // Any number of edits sends one email an hour.
  expect(await mailsOf(await idOf(token))).toEqual(['corrected'])
  await expect(site.services.submissions.correct(token, { ...texts, song_title: ' ' })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('song_title'),
  })
  await site.services.submissions.withdraw(token)
  await expect(site.services.submissions.correct(token, texts)).rejects.toMatchObject({
    code: 'conflict',
    text: { key: 'submissions.errors.withdrawn' },
  })
})

test('a track can be withdrawn once, permanently', async () => {
  const token = await received()
  await Promise.allSettled([site.services.submissions.withdraw(token), site.services.submissions.withdraw(token)])
  const withdrawn = await status(token)
  expect(withdrawn).toMatchObject({ state: 'withdrawn', mayCorrect: false, mayWithdraw: false })
  expect(withdrawn.steps.filter(({ step }) => step === 'withdrawn')).toHaveLength(1)
  await expect(site.services.submissions.withdraw(token)).rejects.toMatchObject({ code: 'conflict' })
  // It was not decided, so the email does not mention the rotation.
  expect(await withdrawnText(await idOf(token))).toContain('no longer in the review queue')
})

test.each(['', 'x', `${'a'.repeat(31)}`, '../../etc/passwd', "' or 1=1 --", 'a'.repeat(32), 'a'.repeat(44)])(
  'the link %j is not found',
  async (token) => {
    expect(await site.services.submissions.status(token)).toBeUndefined()
    await expect(site.services.submissions.withdraw(token)).rejects.toMatchObject({ code: 'not-found' })
  },
)

test('startup removes unreferenced files: at once if no other process can be writing, otherwise after an hour', async () => {
  const token = await received()
  await checkAll()
  const row = await rowOf(token)
  await site.storage.put(row.audioKey, shortTrack, { contentType: 'audio/mpeg' })
  await site.storage.put('submissions/left-by-a-crash.mp3', shortTrack, { contentType: 'audio/mpeg' })
  await site.storage.put('editions/of-another-room.pdf', shortTrack, { contentType: 'application/pdf' })
  const { db } = site.database
  const among = await submissionFileFilter(db, site.storage, { isAlone: false })
  expect(await among('submissions/left-by-a-crash.mp3')).toBe(true)
  await site.storage.collectGarbage(await submissionFileFilter(db, site.storage, { isAlone: true }), { isAlone: true })
  const left = await site.storage.list('')
  expect(left).not.toContain('submissions/left-by-a-crash.mp3')
  expect(left).toEqual(
    expect.arrayContaining(['editions/of-another-room.pdf', row.audioKey, row.checks!.spectrogramKey]),
  )
})
