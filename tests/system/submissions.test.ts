import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { nowPlayingSchema } from '#features/radio/contract.ts'
import { findFrames } from '#platform/recordings/frames/mp3-frames.ts'
import { shortTrack, soundOf } from '#features/submissions/server/upload/test-files.ts'
import { elements } from '#tests/support/html.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { openPlainVisitor, type PlainVisitor } from '#tests/support/plain-visitor.ts'
import { sendTrack } from '#tests/support/send-track.ts'
import { sharedSite } from '#tests/support/shared-site.ts'
import { ownerSession } from '#tests/support/sign-in-owner.ts'
import { makeSiteFolder, withOneTrack } from '#tests/support/site-folder.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const shared = sharedSite()

const framesIn = (bytes: Buffer) => {
  const found = findFrames(bytes)
  return 'refused' in found ? 0 : found.count
}

/** The owner, without JavaScript, on the page of a pending track. */
async function openReview(
  site: Pick<Site, 'origin' | 'outbox'>,
  title: string,
): Promise<{ owner: PlainVisitor; path: string }> {
  const owner = openPlainVisitor(site, await ownerSession(site))
  const { html } = await owner.get(`/admin/submissions?q=${encodeURIComponent(title)}`)
  const path = elements(html, 'a').find(({ href }) => href?.startsWith('/admin/submissions/'))?.['href'] ?? ''
  expect((await owner.get(path)).text).toContain(title)
  return { owner, path }
}

test('without JavaScript a track is declined with a reason that its artist can read, and the decision is undone', async () => {
  const [title, email] = ['Six Hundred', 'six@submissions-system.example']
  const statusPath = await sendTrack(shared.origin, { title, artist: 'Tone Poet', email }, shortTrack)
  const { owner } = await openReview(shared, title)
  const refused = await owner.press('Decline')
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Enter a reason for the artist.')])
  const reason = 'One tone is not yet a song. <script>alert(1)</script>'
  expect((await owner.press('Decline', { reason })).text).toContain('Declined.')
  expect((await mailTo(shared, email, /Your track was declined/)).text).toContain('One tone is not yet a song')
  const statusPage = await openPlainVisitor(shared).get(statusPath)
  expect(statusPage.text).toContain('One tone is not yet a song')
  expect(statusPage.html).not.toContain('<script>alert(1)')

  expect((await owner.press('Return to queue')).text).toContain('Decision undone.')
  await mailTo(shared, email, /Your track is back in review/)
})

test('an invalid link says so, is not cached, and sends no referrer', async () => {
  const reply = await fetch(`${shared.origin}/submission/${'a'.repeat(32)}`)
  expect([reply.status, reply.headers.get('cache-control'), reply.headers.get('referrer-policy')]).toEqual([
    404,
    'no-store',
    'no-referrer',
  ])
  expect(await reply.text()).toContain('Submission not found')
})

/** Returns changes after which the content has one recording, of eight seconds. */
function withOneShortTrack() {
  const content = join(import.meta.dirname, '../../content')
  for (const file of globSync('artists/*/artist.yaml', { cwd: content })) {
    const [, recording] = /^featuredTrack:[^]*?file: (\S+)/m.exec(readFileSync(join(content, file), 'utf8')) ?? []
    if (!recording || file in withOneTrack) continue
    const shorten = (text: string) => text.replace(/(featuredTrack:[^]*?durationSeconds: )[\d.]+/, '$18.1')
    return { ...withOneTrack, [file]: shorten, [join(file, '..', recording)]: shortTrack }
  }
  throw new Error('no artist has a recording')
}

test('an accepted track plays on the station unchanged; its artist sees this and gets an email, and the play is counted', async () => {
  // A station with one track, of eight seconds.
  const { folder, remove } = makeSiteFolder(withOneShortTrack())
  onTestFinished(remove)
  const site = await startSite({ folder })
  onTestFinished(() => site.stop())
  const nowPlaying = async () =>
    nowPlayingSchema.parse(await (await fetch(`${site.origin}/api/radio/now-playing`)).json())

  // Almost nine seconds: long enough to be noticed on a busy site.
  const [title, email, audio] = ['Five Hundred', 'tone@submissions-system.example', Buffer.from(soundOf(500, 330))]
  const statusPath = await sendTrack(site.origin, { title, artist: 'Tone Poet', email }, audio)
  const { owner, path } = await openReview(site, title)
  const chunks: Buffer[] = []
  const listening = get(`${site.origin}/radio/stream.mp3`, (answer) =>
    answer.on('data', (chunk: Buffer) => chunks.push(chunk)),
  )
  onTestFinished(() => void listening.on('error', () => undefined).destroy())

  expect((await owner.press('Accept')).text).toContain('Accepted. The track will be sent to the station')
  await mailTo(site, email, /Your track was accepted/)
  const sounding = await vi.waitUntil(
    async () => {
      const { now_playing: now } = await nowPlaying()
      return now?.song.title === title && now
    },
    { timeout: 60_000, interval: 200 },
  )
  const artist = openPlainVisitor(site)
  expect((await artist.get(statusPath)).text).toMatch(/on air now/i)
  expect((await fetch(site.origin + sounding.song.levels_url)).status).toBe(200)
  await mailTo(site, email, /Your track is on air/)
  // Every frame of the converted track, once and in order.
  const converted = globSync(join(site.dataDir, 'files/station/*.mp3')).map((path) => readFileSync(path))
  const ofTrack = converted.filter((bytes) => framesIn(bytes) > 325)
  expect(ofTrack).toHaveLength(1)
  await vi.waitUntil(() => Buffer.concat(chunks).includes(ofTrack[0]!), { timeout: 60_000, interval: 500 })
  expect((await owner.get(path)).text).toContain('In rotation')
  await vi.waitUntil(async () => /1 play|plays?\s*1/i.test((await artist.get(statusPath)).text), {
    timeout: 30_000,
    interval: 500,
  })
})
