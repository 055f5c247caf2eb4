import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerCookie } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  submissionAudioPath,
  submissionSpectrogramPath,
  submissionWaveformPath,
} from '#features/submissions/contract.ts'
import type { Submission } from '../queries.ts'
import { addSubmission } from './test-submissions.ts'

let site: TestSite
let cookie: string
let submission: Submission

/** A file that one program reads as audio and another as a page with a script. */
const polyglot = Buffer.from(`ID3\x03\0\0\0\0\0\0<html><script>alert(1)</script>${'x'.repeat(4000)}`)

beforeAll(async () => {
  site = await buildTestSite()
  cookie = await ownerCookie(site)
  submission = await addSubmission(site, { artistName: 'A"\r\nX-Evil: 1 ÄÖ/..\\', songTitle: '<b>' })
  await site.storage.put(submission.audioKey, polyglot, { contentType: 'text/html' })
})
afterAll(() => site.close())

const get = (url: string, headers: Record<string, string> = { cookie }) => site.app.inject({ url, headers })

test('only the owner can listen to submitted tracks', async () => {
  for (const path of [submissionAudioPath, submissionSpectrogramPath, submissionWaveformPath])
    expect((await get(path(submission.id), {})).statusCode).toBe(401)
})

test('any file is served as audio, whole or in parts, and nothing in it can run', async () => {
  const whole = await get(submissionAudioPath(submission.id))
  expect([whole.statusCode, whole.rawPayload.equals(polyglot)]).toEqual([200, true])
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
    'accept-ranges': 'bytes',
  })
  expect(whole.headers['cache-control']).toMatch(/no-cache|no-store/)
  const part = await get(submissionAudioPath(submission.id), { cookie, range: 'bytes=10-19' })
  expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(polyglot.subarray(10, 20))]).toEqual([
    206,
    `bytes 10-19/${polyglot.length}`,
    true,
  ])
  expect((await get(submissionAudioPath(submission.id), { cookie, range: 'bytes=999999-' })).statusCode).toBe(416)
})

test('a download is an attachment whose name contains no unsafe characters of the sender', async () => {
  const { headers } = await get(`${submissionAudioPath(submission.id)}?download`)
  expect(headers['content-disposition']).toBe('attachment; filename="A X-Evil 1 AO - b.mp3"')
  expect(headers['x-evil']).toBeUndefined()
})

test('a spectrogram is served as an image or not at all', async () => {
  expect((await get(submissionSpectrogramPath(submission.id))).statusCode).toBe(404)
  const key = 'submissions/spectrogram.png'
  const drawn = await addSubmission(site, { checks: { ...submission.checks!, spectrogramKey: key } })
  await site.storage.put(key, Buffer.from('<svg onload=alert(1)>'), { contentType: 'image/svg+xml' })
  expect((await get(submissionSpectrogramPath(drawn.id))).statusCode).toBe(404)
  await site.storage.put(key, Buffer.from('picture'), { contentType: 'image/png' })
  const picture = await get(submissionSpectrogramPath(drawn.id))
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
})

test('waveforms come from the check, and unknown submissions are not found', async () => {
  expect((await get(submissionWaveformPath(submission.id))).json()).toEqual({ peaks: submission.checks!.peaks })
  const unchecked = await addSubmission(site, { checks: null, state: 'received' })
  expect((await get(submissionWaveformPath(unchecked.id))).json()).toEqual({ peaks: [] })
  for (const id of [randomUUID(), 'x', '%00', '..%2f..%2fetc'])
    expect((await get(submissionAudioPath(id))).statusCode).toBe(404)
})
