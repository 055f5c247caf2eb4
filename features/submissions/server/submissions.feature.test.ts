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
  site = await buildTestSite({ tuning: { submissions: { listen: (...task) => hears[way](...task) } } })
}, 60_000)
afterAll(() => site.close())

/** A track that came in and was not heard yet. */
async function received(given: Parameters<typeof addSubmission>[1] = {}): Promise<string> {
  const row = await addSubmission(site, { state: 'received', checks: null, ...given })
  await site.storage.put(row.audioKey, shortTrack, { contentType: 'audio/mpeg' })
  return site.linkTokens.write('submission', row.id)
}
const status = async (token: string) => (await site.services.submissions.status(token))!
const rowOf = async (token: string) =>
  (await findByLink(site.database.db, (await site.linkTokens.read('submission', token))!))!
const idOf = async (token: string) => (await rowOf(token)).id

/** Lists the names of the mails queued for one submission, sent or not. */
async function mailsOf(id: string): Promise<string[]> {
  const { rows } = await site.database.pool.query<{ key: string }>(
    'select dedupe_key as key from mail_outbox where dedupe_key like $1',
    [`submission:${id}:%`],
  )
  return rows.map(({ key }) => key.split(':')[2]!).toSorted()
}

/** Analysis of a sound recording, given to every test but the first, which analyses a real one. */
const heard: ListenResult = {
  loudnessLufs: -14,
  truePeakDb: -1,
  clippedSamples: 0,
  silence: { leadSeconds: 0, tailSeconds: 0, longestSeconds: 0 },
  brokenFrames: 0,
  durationSeconds: 8,
  peaks: Array.from({ length: 240 }, () => 50),
  spectrogram: new Uint8Array(spectrogramSize.width * spectrogramSize.height),
}

const hears: Record<'really' | 'sound' | 'ends the thread', typeof listenTo> = {
  // Beside other tests its place behind all other work would be a wait.
  'really': (task, signal) => listenTo({ ...task, niceness: 0 }, signal),
  'sound': async () => ({ ok: true, result: heard }),
  'ends the thread': async () => ({ ok: false, reason: 'failed' }),
}

let way: keyof typeof hears

/** Checks all there is, each recording heard in this way; what failed before is due again. */
async function checkAll(chosen: keyof typeof hears = 'sound'): Promise<void> {
  way = chosen
  await site.database.pool.query(`update jobs.job set start_after = now() where state < 'active'`)
  await site.jobs.runNow('submissions.queue-checks', 'submissions.check')
}
const codesOf = async (token: string) => (await status(token)).checks?.notes.map(({ code }) => code) ?? []

test('a track goes from received to in review by itself, heard from beginning to end, drawn, told by mail', async () => {
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
  // Both may carry the same second, which is all that the dates of mails tell.
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^We received your track/),
    expect.stringMatching(/^Your track is in review/),
  ])
})

test('the same bytes a second time are noted, and the first one is not', async () => {
  const audioSha256 = createHash('sha256').update('the same sound').digest('hex')
  const [first, second] = [await received({ audioSha256 }), await received({ audioSha256 })]
  await checkAll()
  expect(await codesOf(first)).not.toContain('same-bytes')
  expect(await codesOf(second)).toContain('same-bytes')
})

test('what ends the listening three times goes to the owner with a note', async () => {
  const token = await received()
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(checkAll('ends the thread')).rejects.toThrow('The analysis thread ended unexpectedly.')
  expect((await status(token)).state).toBe('received')
  await checkAll('ends the thread')
  expect((await status(token)).state).toBe('in_review')
  expect(await codesOf(token)).toEqual(['not-checked'])
})

test('a recording that the storage has lost, or cannot give now, does not use up its attempts', async () => {
  const token = await received()
  const row = await rowOf(token)
  await site.storage.delete(row.audioKey)
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(checkAll()).rejects.toThrow('The recording is missing from the storage.')
  expect((await rowOf(token)).checkAttempts).toBe(0)
  await site.storage.put(row.audioKey, shortTrack, { contentType: 'audio/mpeg' })
  await checkAll()
  expect((await status(token)).state).toBe('in_review')
})

test('a track that is decided before its check is checked all the same, and put back it goes the whole way', async () => {
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
  // What is checked goes back to where it waited.
  await submissionAdmin.decline(backId, 'On second thought')
  await submissionAdmin.undo(backId)
  expect((await status(back)).state).toBe('in_review')
})

test('taken back as soon as it is accepted, a track is never said to go on the air', async () => {
  const token = await received()
  const id = await idOf(token)
  await site.services.submissionAdmin.accept(id)
  await site.services.submissions.withdraw(token)
  expect(await mailsOf(id)).toEqual(['withdrawn'])
})

test('the words can be corrected until the decision, and what cannot be taken is refused by name', async () => {
  const token = await received()
  const { texts } = await status(token)
  await site.services.submissions.correct(token, { ...texts, song_title: 'Salt Flats at Dusk', label_name: 'Salt' })
  expect(await status(token)).toMatchObject({
    texts: { song_title: 'Salt Flats at Dusk', label_name: 'Salt' },
    steps: [{ step: 'corrected' }],
  })
  await site.services.submissions.correct(token, { ...texts, song_title: 'Salt Flats at Dawn' })
  // However often it is corrected, one mail an hour tells so.
  expect(await mailsOf(await idOf(token))).toEqual(['corrected'])
  await expect(site.services.submissions.correct(token, { ...texts, song_title: ' ' })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('song_title'),
  })
  await site.services.submissions.withdraw(token)
  await expect(site.services.submissions.correct(token, texts)).rejects.toMatchObject({ code: 'conflict' })
})

test('a track is withdrawn once and for good', async () => {
  const token = await received()
  await Promise.allSettled([site.services.submissions.withdraw(token), site.services.submissions.withdraw(token)])
  const withdrawn = await status(token)
  expect(withdrawn).toMatchObject({ state: 'withdrawn', mayCorrect: false, mayWithdraw: false })
  expect(withdrawn.steps.filter(({ step }) => step === 'withdrawn')).toHaveLength(1)
  await expect(site.services.submissions.withdraw(token)).rejects.toMatchObject({ code: 'conflict' })
})

test.each(['', 'x', `${'a'.repeat(31)}`, '../../etc/passwd', "' or 1=1 --", 'a'.repeat(32), 'a'.repeat(44)])(
  'the link %j leads nowhere',
  async (token) => {
    expect(await site.services.submissions.status(token)).toBeUndefined()
    await expect(site.services.submissions.withdraw(token)).rejects.toMatchObject({ code: 'not-found' })
  },
)

test('the start removes what no row names: at once where nobody else can be writing, else after an hour', async () => {
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
