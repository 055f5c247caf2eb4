import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findFrames } from '#platform/recordings/frames/mp3-frames.ts'
import { nowPlayingSchema } from '#features/radio/contract.ts'
import { consentText } from '#features/submissions/contract.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { focused } from '../support/focused.ts'
import { signInOwner } from '../support/sign-in-owner.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let browser: TestBrowser
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swade-tracks-'))
  site = await startSite()
  browser = await launchBrowser(site.origin, ['--autoplay-policy=no-user-gesture-required'])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A real track of a few seconds: a tone nobody else has. */
function track(hertz: number, seconds = 8): Buffer {
  const file = join(folder, `${hertz}.mp3`)
  const tone = `sine=frequency=${hertz}:duration=${seconds}:sample_rate=44100,volume=0.5`
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', tone, '-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', file])
  return readFileSync(file)
}

/** Sends a track as the form does. */
async function submit(words: { title: string; artist: string; email: string }, audio: Buffer): Promise<string> {
  const form = new FormData()
  const fields = { artist_name: words.artist, song_title: words.title, artist_email: words.email, genre: 'electronic', owns_track: 'true' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('audio_file', new Blob([audio], { type: 'audio/mpeg' }), 'track.mp3')
  const answer = await fetch(`${site.origin}/api/maestro/submit`, { method: 'POST', body: form })
  const body = (await answer.json()) as { status_url: string; detail?: string }
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(body)}`)
  return new URL(body.status_url, site.origin).pathname
}

const nowPlaying = async () => nowPlayingSchema.parse(await (await fetch(`${site.origin}/api/radio/now-playing`)).json())

/** What a listener hears from now on, with the titles that come along. */
function listen() {
  const chunks: Buffer[] = []
  const request = get(`${site.origin}/radio/stream.mp3`, (answer) => answer.on('data', (chunk: Buffer) => chunks.push(chunk)))
  request.on('error', () => {})
  onTestFinished(() => void request.destroy())
  return () => Buffer.concat(chunks)
}

const mailTo = async (address: string, subject: RegExp) =>
  vi.waitUntil(async () => (await site.outbox()).find((mail) => mail.to?.[0]?.address === address && subject.test(mail.subject ?? '')), {
    timeout: 15_000,
    interval: 100,
  })

test('a track is sent, heard and accepted by keyboard, goes on the air as the next one, and its artist sees so', async () => {
  const audio = track(523)
  const statusPath = await submit({ title: 'Five Hundred', artist: 'Tone Poet', email: 'tone@example.com' }, audio)
  const page = await browser.newPage()
  await signInOwner(site, page, '/admin/submissions')
  // Listening to all of it takes a moment.
  await vi.waitUntil(
    async () => {
      await page.goto('/admin/submissions')
      return page.getByRole('link', { name: 'Five Hundred' }).isVisible()
    },
    { timeout: 30_000, interval: 500 },
  )
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Five Hundred' }).waitFor()
  expect(await page.getByText(consentText).isVisible()).toBe(true)
  await page.keyboard.press(' ')
  await page.locator('[data-player=playing]').waitFor()
  await page.keyboard.press(' ')
  await page.locator('[data-player=paused]').waitFor()

  // With time enough before the next change, the next song is this one.
  await vi.waitUntil(async () => (await nowPlaying()).clock.next_starts_at_ms! - Date.now() > 15_000, { timeout: 30_000, interval: 300 })
  const heard = listen()
  const acceptedAt = Date.now()
  const { now_playing: before } = await nowPlaying()
  await page.keyboard.press('a')
  await page.getByRole('status').getByText('Accepted. It goes to the station').waitFor()
  await mailTo('tone@example.com', /Your track goes on the air/)
  expect(Date.now() - acceptedAt).toBeLessThan(8_000)
  await vi.waitUntil(async () => (await nowPlaying()).playing_next?.song.title === 'Five Hundred', { timeout: 6_000, interval: 200 })

  // The songs of the catalogue are minutes long; this is the longest a person waits.
  await vi.waitUntil(async () => (await nowPlaying()).now_playing?.song.title === 'Five Hundred', { timeout: 400_000, interval: 500 })
  expect((await nowPlaying()).now_playing!.sh_id).toBe(before!.sh_id + 1)
  const { levels_url: levels } = (await nowPlaying()).now_playing!.song
  expect((await fetch(site.origin + levels!)).status).toBe(200)
  const status = await browser.newPage()
  await status.goto(statusPath)
  await status
    .getByText(/on air now/i)
    .first()
    .waitFor()
  await mailTo('tone@example.com', /You are on the air/)
  await sleep(12_000)
  // Every frame of it, once and in order.
  const frames = findFrames(audio)
  if ('refused' in frames) throw new Error(frames.refused)
  expect(heard().includes(audio.subarray(frames.starts[0], frames.ends[frames.count - 1]))).toBe(true)
  await page.reload()
  expect(await page.getByText('In rotation').isVisible()).toBe(true)
  await status.goto(statusPath)
  await status
    .getByText(/1 play|plays?\s*1/i)
    .first()
    .waitFor()
}, 500_000)

test('a track is declined with a reason that its artist reads, and a decision can be taken back, without script too', async () => {
  const statusPath = await submit({ title: 'Six Hundred', artist: 'Tone Poet', email: 'six@example.com' }, track(660))
  const page = await browser.newPage({ javaScriptEnabled: false, expected: [/status of 400/] })
  const signedIn = await browser.newPage()
  await signInOwner(site, signedIn, '/admin/submissions')
  await page.context().addCookies(await signedIn.context().cookies())
  await vi.waitUntil(
    async () => {
      await page.goto('/admin/submissions?q=Six+Hundred')
      return page.getByRole('link', { name: 'Six Hundred' }).isVisible()
    },
    { timeout: 30_000, interval: 500 },
  )
  await page.getByRole('link', { name: 'Six Hundred' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alert').getByText('Please tell the artist why.').waitFor()
  await page.getByLabel('Reason in your words').fill('One tone is not yet a song. <script>alert(1)</script>')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('status').getByText('Declined.').waitFor()
  const mail = await mailTo('six@example.com', /Not on the air this time/)
  expect(mail.text).toContain('One tone is not yet a song')
  await page.goto(statusPath)
  expect(await page.getByText('One tone is not yet a song').isVisible()).toBe(true)

  await page.goto('/admin/submissions?state=declined')
  await page.getByRole('link', { name: 'Six Hundred' }).click()
  await page.getByRole('button', { name: 'Put it back into the queue' }).click()
  await page.getByRole('status').getByText('Taken back.').waitFor()
  await mailTo('six@example.com', /Our answer is taken back/)
  await page.getByRole('button', { name: 'Accept' }).waitFor()
}, 120_000)

test('a wrong key is taken back before anybody is told', async () => {
  await submit({ title: 'Seven Hundred', artist: 'Tone Poet', email: 'seven@example.com' }, track(700))
  const page = await browser.newPage()
  await signInOwner(site, page, '/admin/submissions')
  await vi.waitUntil(
    async () => {
      await page.goto('/admin/submissions?q=Seven')
      return page.getByRole('link', { name: 'Seven Hundred' }).isVisible()
    },
    { timeout: 30_000, interval: 500 },
  )
  await page.getByRole('link', { name: 'Seven Hundred' }).click()
  await page.getByRole('heading', { name: 'Seven Hundred' }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status').getByText('Taken back.').waitFor()
  await sleep(6_000)
  const subjects = (await site.outbox()).filter((mail) => mail.to?.[0]?.address === 'seven@example.com').map(({ subject }) => subject ?? '')
  expect(subjects.filter((subject) => /on the air|taken back/i.test(subject))).toEqual([])
}, 120_000)

test('what came of a decision is in sight with the focus, also when Enter follows Tab at once', async () => {
  await submit({ title: 'Eight Hundred', artist: 'Tone Poet', email: 'eight@example.com' }, track(830))
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, expected: [/status of 400/] })
  await signInOwner(site, page, '/admin/submissions')
  await vi.waitUntil(
    async () => {
      await page.goto('/admin/submissions')
      return page.getByRole('link', { name: 'Eight Hundred' }).isVisible()
    },
    { timeout: 30_000, interval: 500 },
  )
  const search = page.getByRole('searchbox', { name: 'Search submissions' })
  await search.focus()
  await page.keyboard.type('eight')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Clear' }).waitFor()
  expect(await focused(page)).toBe('Search submissions')
  // Another filter asks with the words of before, and leaves those that are being typed.
  await page.keyboard.type(' hun')
  await page.getByRole('link', { name: /^Declined/ }).click()
  await page.waitForURL(/state=declined/)
  expect(await search.inputValue()).toBe('eight hun')
  await page.goBack()
  await page.getByRole('link', { name: 'Eight Hundred' }).click()
  const reason = page.getByLabel('Reason in your words')
  await reason.waitFor()
  const decline = async () => {
    await page.evaluate(`scrollTo({ top: 0, behavior: 'instant' }), document.querySelector('[name=reason]').focus({ preventScroll: true })`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  const isTold = async (words: RegExp) => {
    await expect.poll(() => focused(page), { timeout: 20_000 }).toMatch(words)
    await sleep(900)
    expect(await focused(page)).toMatch(words)
  }
  for (let tries = 0; tries < 3; tries += 1) {
    await decline()
    await isTold(/^Please tell the artist why/)
  }
  await reason.fill('One tone is not yet a song.')
  await decline()
  await isTold(/^Declined\..*Undo$/)
})
