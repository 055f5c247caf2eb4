import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  apeTagWithoutHeader,
  musicOf,
  silence,
  silentFrames,
  speechOf,
  xingFrame,
} from '#platform/recordings/frames/test-frames.ts'
import { send } from '#features/submissions/server/upload/test-form.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let cookie: string
beforeAll(async () => {
  site = await buildTestSite()
  cookie = await ownerCookie(site)
})
afterAll(() => site.close())

function sendAsOwner(url: string, file: Buffer) {
  const boundary = 'a-boundary-of-ours'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sound.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n`
  return site.app.inject({
    method: 'POST',
    url,
    headers: {
      cookie,
      'accept': 'application/json',
      'origin': ownOrigin,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

type Taken = { status: number; message: string; seconds: number | undefined; warning: string | undefined }
let visitors = 0

/** All upload routes for recordings: submissions, audiobook chapters and artist tracks. */
const entrances: Record<string, (file: Buffer) => Promise<Taken>> = {
  async submission(file) {
    visitors += 1
    const reply = await send(site.app, file, {
      from: `198.51.100.${visitors}`,
      fields: { artist_email: `v${visitors}@example.com` },
    })
    const body = reply.json<{ detail?: string; status_url?: string }>()
    const token = body.status_url?.split('/').at(-1)
    const facts = token === undefined ? undefined : (await site.services.submissions.status(token))?.facts
    return { status: reply.statusCode, message: body.detail ?? '', seconds: facts?.durationSeconds, warning: undefined }
  },
  chapter: (file) => owned('/api/owner/books/indie-music-ai-guide-2/narration', file),
  artist: (file) => owned('/api/owner/content/artists/luma-swade/track', file),
}

async function owned(url: string, file: Buffer): Promise<Taken> {
  const reply = await sendAsOwner(url, file)
  const body = reply.json<{ message?: string; durationSeconds?: number; warning?: string }>()
  return { status: reply.statusCode, message: body.message ?? '', seconds: body.durationSeconds, warning: body.warning }
}

const throughAll = async (file: Buffer) => {
  const taken: Taken[] = []
  for (const enter of Object.values(entrances)) taken.push(await enter(file))
  return taken
}

const track = musicOf(306)
test.each([
  ['a recording followed by an unannounced cover', Buffer.concat([track, apeTagWithoutHeader(200_000)])],
  [
    'a recording with a wrong frame count',
    Buffer.concat([xingFrame({ frames: 0xffff_fff0, bytes: track.length + 417 }), track]),
  ],
  ['a trimmed recording with its old header', Buffer.concat([xingFrame({ frames: 4000, bytes: 1_672_000 }), track])],
])('%s is accepted by every upload with its full length', async (_name, file) => {
  for (const taken of await throughAll(file))
    expect(taken).toMatchObject({ status: 200, seconds: 7.993, warning: undefined })
})

test.each([
  ['MP2 with another name', silentFrames([0xff, 0xfd, 0x80, 0x00], 417, 400), /MPEG layer II \(MP2\) audio, not MP3/],
  ['the free format', silentFrames([0xff, 0xfb, 0x00, 0x00], 521, 400), /free-format/],
  [
    'two sample rates in one file',
    Buffer.concat([musicOf(300), speechOf(200)]),
    /The sample rate of this recording changes from 44.1 to 22.05 kHz/,
  ],
  [
    'mono that becomes stereo',
    Buffer.concat([silentFrames(silence.mono44.header, 417, 300), silentFrames(silence.stereo44.header, 417, 300)]),
    /from mono to stereo/,
  ],
  [
    'a file that was cut off',
    Buffer.concat([xingFrame({ frames: 612, bytes: 2 * track.length }), track.subarray(0, -100)]),
    /This file is cut off: it has only 305 of its 612 frames/,
  ],
  ['a WAV with another name', Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(200_000, 7)]), /This is a WAV file/],
])('%s is rejected by every upload with the same message', async (_name, file, reason) => {
  const all = await throughAll(file)
  expect(all.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(new Set(all.map(({ message }) => message)).size).toBe(1)
  expect(all[0]!.message).toMatch(reason)
})

test('damage is reported: to the owner at once, and for a submitted track next to its checks', async () => {
  const hurt = musicOf(306)
  for (const at of [100, 200]) hurt.fill(0xff, at * 418 + 4, at * 418 + 12)
  const [sent, chapter, artist] = await throughAll(hurt)
  expect(sent).toMatchObject({ status: 200 })
  for (const taken of [chapter, artist])
    expect(taken).toMatchObject({
      status: 200,
      warning: expect.stringMatching(/^This recording is damaged: \d+ of its \d+ frames/),
    })
})
