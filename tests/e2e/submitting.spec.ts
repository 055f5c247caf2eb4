import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { maxAudioBytes } from '#features/submissions/terms.ts'
import { shortTrack, trackOf } from '#features/submissions/server/upload/test-files.ts'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser
const song = resolve(import.meta.dirname, '../../content/artists/luma-swade/glass-arcade.mp3')

beforeAll(async () => {
  site = await startSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

let visitors = 0
/** Each comes from an address of their own: five tracks an hour come from one. */
const newVisitor = (options: PageOptions = {}) =>
  browser.newPage({ ...options, extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${(visitors += 1)}` } })

const formOn = (page: Page) => page.getByRole('dialog', { name: 'Submit your music' })

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Submit Music' }).click()
  await formOn(page).waitFor()
  return formOn(page)
}

async function fillIn(form: ReturnType<typeof formOn>, email: string) {
  await form.getByLabel('Artist name').fill('Mara Quell')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Song title').fill('Salt Flats at Noon')
  await form.getByLabel(/I own this track/).check()
}

const mailsTo = async (address: string) => (await site.outbox()).filter(({ to }) => to?.[0]?.address === address)

test('a stranger sends a track while the radio bar stays, gets the mail, and sees on the private page how it goes on', async () => {
  const page = await newVisitor()
  await page.goto('/journey')
  const form = await openForm(page)
  const send = form.getByRole('button', { name: 'Submit Track' })
  expect(await send.isDisabled()).toBe(true)
  await form.getByLabel('MP3 file').setInputFiles(song)
  await form.getByText('Filled in from the file: song title, artist name, album.').waitFor()
  expect(await form.getByLabel('Song title').inputValue()).toBe('Glass Arcade')
  await form.getByLabel('Email').fill('stranger@example.com')
  await send.click()
  await form.getByText('You must confirm that you own this track and have permission to upload it').waitFor()
  await form.getByLabel(/I own this track/).check()
  await form.getByLabel('Genre').selectOption('ambient')
  await send.click()
  await form.getByText('Submission Successful!').waitFor({ timeout: 20_000 })
  const link = (await form.getByRole('link', { name: 'See where your track is' }).getAttribute('href')) ?? ''
  await form.waitFor({ state: 'hidden', timeout: 6_000 })

  await expect.poll(async () => (await mailsTo('stranger@example.com'))[0]?.text, { timeout: 10_000 }).toContain(new URL(link).pathname)
  await page.goto(new URL(link).pathname)
  await page.getByRole('heading', { level: 1, name: /Received|In review/ }).waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), { timeout: 40_000 }).toBe('In review')
  await page.getByText('LUFS').waitFor()

  await page.getByText('Correct what you wrote').click()
  await page.getByLabel('Song title').fill('Glass Arcade (2)')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Glass Arcade (2) by Luma Swade').waitFor()
  await page.getByText('Withdraw this track').click()
  await page.getByRole('button', { name: 'Yes, withdraw it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Withdrawn' }).waitFor()
}, 120_000)

test('another file brings its own words, and leaves none of the one before', async () => {
  const page = await newVisitor()
  await page.goto('/submit')
  const words = () => Promise.all(['Song title', 'Artist name'].map((label) => page.getByLabel(label).inputValue()))
  await page.getByLabel('MP3 file').setInputFiles(song)
  await page.getByText('Filled in from the file').waitFor()
  await page.getByLabel('Artist name').fill('Luma')
  await page.getByLabel('MP3 file').setInputFiles({ name: 'short.mp3', mimeType: 'audio/mpeg', buffer: shortTrack })
  await expect.poll(words, { timeout: 20_000 }).toEqual(['', 'Luma'])
  await page.getByText('Filled in from the file').waitFor({ state: 'detached' })
})

test('a form whose script cannot be had says so over the page, and leads to the page that needs none', async () => {
  const page = await browser.newPage({ expected: [/ERR_FAILED/, /Failed to load resource/] })
  await page.route(/submit-dialog-/, (route) => route.abort())
  await page.goto('/books')
  await page.getByRole('button', { name: 'Submit Music' }).click()
  const told = page.getByRole('dialog', { name: 'Submit your music' })
  await told.getByText('The form did not arrive.').waitFor()
  await page.keyboard.press('Escape')
  await told.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Submit Music' }).press('Enter')
  await told.getByRole('link', { name: 'Open the page of the form' }).click()
  await page.waitForURL('**/submit')
  await page.getByLabel('Song title').waitFor()
})

test('what may not be sent is told in the specified words before it travels', async () => {
  const page = await newVisitor()
  await page.goto('/')
  const form = await openForm(page)
  const file = form.getByLabel('MP3 file')
  await file.focus()
  await file.setInputFiles({ name: 'song.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(100) })
  await form.getByText('Only MP3 files are accepted').waitFor()
  expect(await file.inputValue()).toBe('')
  // It is told where the file is chosen, and nobody is led away from there.
  expect(await page.evaluate('document.activeElement.name')).toBe('audio_file')
  const describedBy = (await file.getAttribute('aria-describedby'))!.split(' ')
  expect(await page.locator(`[id="${describedBy[1]}"]`).textContent()).toBe('Only MP3 files are accepted')
  await file.setInputFiles({ name: 'long.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(maxAudioBytes + 1) })
  await form.getByText('File too large. Maximum size: 20MB').waitFor()
  expect(await file.inputValue()).toBe('')
})

test('exactly 20,971,520 bytes go the whole way', async () => {
  const page = await newVisitor()
  await page.goto('/')
  const form = await openForm(page)
  await form.getByLabel('MP3 file').setInputFiles({ name: 'exact.mp3', mimeType: 'audio/mpeg', buffer: trackOf(maxAudioBytes) })
  await fillIn(form, 'exact@example.com')
  await form.getByRole('button', { name: 'Submit Track' }).click()
  await form.getByText('Submission Successful!').waitFor({ timeout: 30_000 })
}, 60_000)

test('after a dropped line everything still stands there, and another press sends it', async () => {
  const page = await newVisitor({ expected: [/Failed to load resource|ERR_CONNECTION_RESET/] })
  await page.goto('/')
  await page.route('**/api/maestro/submit', (route) => route.abort('connectionreset'), { times: 1 })
  const form = await openForm(page)
  await form.getByLabel('MP3 file').setInputFiles({ name: 'short.mp3', mimeType: 'audio/mpeg', buffer: shortTrack })
  await fillIn(form, 'dropped@example.com')
  await form.getByRole('button', { name: 'Submit Track' }).click()
  await form.getByText('Submission failed. Please try again.').waitFor()
  expect(await form.getByLabel('Song title').inputValue()).toBe('Salt Flats at Noon')
  await form.getByRole('button', { name: 'Submit Track' }).click()
  await form.getByText('Submission Successful!').waitFor({ timeout: 20_000 })
})

test('when the answer is lost, another press leads to the track that arrived', async () => {
  const page = await newVisitor({ expected: [/Failed to load resource|ERR_CONNECTION_RESET/] })
  await page.goto('/')
  await page.route(
    '**/api/maestro/submit',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  const form = await openForm(page)
  await form.getByLabel('MP3 file').setInputFiles({ name: 'short.mp3', mimeType: 'audio/mpeg', buffer: shortTrack })
  await fillIn(form, 'lost@example.com')
  await form.getByRole('button', { name: 'Submit Track' }).click()
  await form.getByText('Submission failed. Please try again.').waitFor({ timeout: 20_000 })
  await form.getByRole('button', { name: 'Submit Track' }).click()
  await form.getByText('Submission Successful!').waitFor({ timeout: 20_000 })
  const link = (await form.getByRole('link', { name: 'See where your track is' }).getAttribute('href')) ?? ''
  const received = async () => (await mailsTo('lost@example.com')).filter(({ subject }) => subject?.startsWith('We have your track'))
  await expect.poll(received, { timeout: 20_000 }).toHaveLength(1)
  expect((await received())[0]?.text).toContain(new URL(link).pathname)
})

test('who closes the form while it sends sees on opening it again what came of it, and is asked before leaving', async () => {
  const page = await newVisitor()
  await page.addInitScript({
    content:
      'const send = XMLHttpRequest.prototype.send; XMLHttpRequest.prototype.send = function (body) { window.sent = this; send.call(this, body) }',
  })
  await page.goto('/journey')
  const sending = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/maestro/submit', async (route) => {
    await sending.promise
    await route.continue()
  })
  page.on('response', (response) => response.url().endsWith('/api/maestro/submit') && answered.resolve())
  const form = await openForm(page)
  await form.getByLabel('MP3 file').setInputFiles({ name: 'short.mp3', mimeType: 'audio/mpeg', buffer: shortTrack })
  await fillIn(form, 'closed@example.com')
  await form.getByRole('button', { name: 'Submit Track' }).click()
  await form.getByRole('button', { name: 'Cancel' }).waitFor()
  // Once everything has left it may be kept already, and there is nothing to cancel any more.
  await page.evaluate('window.sent.upload.dispatchEvent(new ProgressEvent("progress", { loaded: 9, total: 9 }))')
  await form.getByText('Checking').waitFor()
  expect(await form.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate('location.reload()').catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  sending.resolve()
  await answered.promise
  // Longer than the news would stand before somebody who sees it.
  await sleep(4_000)
  await openForm(page)
  await form.getByText('Submission Successful!').waitFor({ timeout: 20_000 })
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('status')
  await form.waitFor({ state: 'hidden', timeout: 10_000 })
  await (await openForm(page)).getByLabel('MP3 file').waitFor()
})

test('what was typed outlives closing the form and loading the page anew', async () => {
  const page = await newVisitor()
  await page.goto('/books')
  const form = await openForm(page)
  await form.getByLabel('Song title').fill('Half a thought')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Submit Music')
  expect(await (await openForm(page)).getByLabel('Song title').inputValue()).toBe('Half a thought')
  await page.goto('/journey')
  await expect.poll(async () => (await openForm(page)).getByLabel('Song title').inputValue()).toBe('Half a thought')
})

test('by keyboard alone, on a telephone’s width', async () => {
  const page = await newVisitor({ viewport: { width: 390, height: 844 } })
  // Asked for before anything else: a browser that learns of it in the same moment as of the key opens a window of its own.
  const choosing = page.waitForEvent('filechooser', { timeout: 60_000 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Submit Music' }).focus()
  await page.keyboard.press('Enter')
  const form = formOn(page)
  await form.waitFor()
  await form.getByLabel('MP3 file').focus()
  await page.keyboard.press('Space')
  const chooser = await choosing
  await chooser.setFiles({ name: 'short.mp3', mimeType: 'audio/mpeg', buffer: shortTrack })
  await form.getByText('Chosen:').waitFor()
  for (const word of ['Mara Quell', 'keys@example.com', 'By keys']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(word)
  }
  const isOnBox = () => page.evaluate<boolean>('document.activeElement.name === "owns_track"')
  for (let press = 0; press < 14 && !(await isOnBox()); press += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await form.getByText('Submission Successful!').waitFor({ timeout: 20_000 })
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('without script the same form is a page of its own, and ends on the private page', async () => {
  const page = await newVisitor({ javaScriptEnabled: false, expected: [/status of 400/] })
  await page.goto('/')
  await page.getByRole('link', { name: 'Submit Music' }).click()
  await page.getByLabel('MP3 file').setInputFiles({ name: 'not.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') })
  await page.getByLabel('Artist name').fill('Mara Quell')
  await page.getByLabel('Email').fill('plain@example.com')
  await page.getByLabel('Song title').fill('Plain')
  await page.getByLabel(/I own this track/).check()
  await page.getByRole('button', { name: 'Submit Track' }).click()
  await page.getByText('This file cannot be played. It holds no MP3 sound.').waitFor()
  await page.goBack()
  expect(await page.getByLabel('Artist name').inputValue()).toBe('Mara Quell')
  expect(await page.getByLabel('Email').inputValue()).toBe('plain@example.com')
  expect(await page.getByLabel('Song title').inputValue()).toBe('Plain')
  expect(await page.getByLabel(/I own this track/).isChecked()).toBe(true)
  await page.getByLabel('MP3 file').setInputFiles({ name: 'short.mp3', mimeType: 'audio/mpeg', buffer: shortTrack })
  await page.getByRole('button', { name: 'Submit Track' }).click()
  await page.waitForURL('**/submission/*')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/Received|In review/)
})

test('a link that was never ours says so, is kept by nobody and tells no one where it is', async () => {
  const reply = await fetch(`${site.origin}/submission/${'a'.repeat(32)}`)
  expect([reply.status, reply.headers.get('cache-control'), reply.headers.get('referrer-policy')]).toEqual([404, 'no-store', 'no-referrer'])
  expect(await reply.text()).toContain('Submission not found')
})

test('a power cut in the middle of an upload leaves no file behind after the next start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'swade-cut-'))
  chmodSync(dataDir, 0o755)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startSite({ dataDir })
  const { hostname, port } = new URL(first.origin)
  const line = connect(Number(port), hostname)
  line.on('error', () => undefined)
  const body = `--x\r\ncontent-disposition: form-data; name="audio_file"; filename="a.mp3"\r\n\r\n`
  line.write(
    `POST /api/maestro/submit HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n${body}`,
  )
  line.write(trackOf(4_000_000))
  const drafts = () => readdirSync(join(dataDir, 'files/.drafts'))
  await expect.poll(() => drafts().length, { timeout: 10_000 }).toBe(1)
  await first.kill()
  line.destroy()
  expect(drafts()).toHaveLength(1)
  const second = await startSite({ dataDir })
  expect(drafts()).toEqual([])
  expect(readdirSync(join(dataDir, 'files'), { recursive: true }).filter((name) => String(name).includes('submissions/'))).toEqual([])
  await second.stop()
}, 120_000)
