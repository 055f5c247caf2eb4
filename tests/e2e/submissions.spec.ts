import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { maxAudioBytes } from '#features/submissions/constants.ts'
import { id3, id3Text, shortTrack } from '#features/submissions/server/upload/test-files.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const soon = { timeout: 30_000 }
const tagged = Buffer.concat([
  id3(Buffer.concat([id3Text('TIT2', 'Salt Flats'), id3Text('TPE1', 'Mara Quell'), id3Text('TALB', 'Pans')])),
  shortTrack,
])
const mp3 = (name: string, buffer: Buffer = shortTrack) => ({ name, mimeType: 'audio/mpeg', buffer })
const formOn = (page: Page) => page.getByRole('dialog', { name: 'Submit your music' })
const pathOfLink = async (form: Locator) =>
  new URL((await form.getByRole('link', { name: 'View your track’s status' }).getAttribute('href')) ?? '').pathname

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Submit Music' }).click()
  await formOn(page).waitFor()
  return formOn(page)
}

async function fillIn(form: Locator, email: string): Promise<Locator> {
  await form.getByLabel('MP3 file').setInputFiles(mp3('short.mp3'))
  await form.getByLabel('Artist name').fill('Mara Quell')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Song title').fill('Salt Flats at Noon')
  await form.getByLabel(/I own this track/).check()
  return form.getByRole('button', { name: 'Submit Track' })
}

/** Selects an MP3 file with this many bytes of silence. */
function chooseBytes(file: Locator, bytes: number): Promise<void> {
  return file.evaluate((input, size) => {
    const { DataTransfer, File, Event } = globalThis as unknown as Record<
      string,
      new (...args: unknown[]) => { items: { add(file: unknown): void }; files: unknown }
    >
    const transfer = new DataTransfer!()
    transfer.items.add(new File!([new Uint8Array(size)], 'silence.mp3', { type: 'audio/mpeg' }))
    const field = input as unknown as { files: unknown; dispatchEvent(event: unknown): void }
    field.files = transfer.files
    field.dispatchEvent(new Event!('change', { bubbles: true }))
  }, bytes)
}

test('a visitor submits a track from any page, gets the email, follows its status on the private page, edits and withdraws it', async () => {
  const email = 'stranger@submissions.example'
  const page = await site.takePage({ expected: [/status of 400/] })
  await page.goto('/imprint')
  const form = await openForm(page)
  const send = form.getByRole('button', { name: 'Submit Track' })
  expect(await send.isDisabled()).toBe(true)
  await form.getByLabel('MP3 file').setInputFiles(mp3('salt.mp3', tagged))
  await form.getByText('Filled in from the file: song title, artist name, album.').waitFor()
  expect(await form.getByLabel('Song title').inputValue()).toBe('Salt Flats')
  await form.getByLabel('Email').fill(email)
  await send.click()
  const notConfirmed = form.getByText('You must confirm that you own this track and have permission to upload it')
  await notConfirmed.waitFor()
  await form.getByLabel(/I own this track/).check()
  await notConfirmed.waitFor({ state: 'detached' })
  await form.getByLabel('Genre').selectOption('ambient')
  await send.click()
  await form.getByText('Submission Successful!').waitFor()
  const path = await pathOfLink(form)
  await form.waitFor({ state: 'hidden' })
  expect((await mailTo(site, email)).text).toContain(path)

  await page.goto(path)
  // The analysis takes a moment; the page updates by itself.
  await page.getByRole('heading', { level: 1, name: 'In review' }).waitFor()
  await page.getByText('LUFS').waitFor()
  await page.getByText('Edit track details').click()
  // An error stays while the page goes on loading its data by itself.
  await page.getByLabel('Song title').fill(' ')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const refused = page.getByRole('alert').filter({ hasText: /\w/ })
  await refused.waitFor()
  // The second load begins after the first one was answered.
  for (let times = 0; times < 2; times += 1) {
    const loaded = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('.data'))
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
    await loaded
  }
  expect(await refused.isVisible()).toBe(true)
  await page.getByLabel('Song title').fill('Salt Flats (2)')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Salt Flats (2) by Mara Quell').waitFor()
  await page.getByText('Withdraw this track').click()
  await page.getByRole('button', { name: 'Withdraw track' }).click()
  await page.getByRole('heading', { level: 1, name: 'Withdrawn' }).waitFor()
})

test('a form whose script fails to load shows an error over the page with a link to the page that needs no script', async () => {
  const page = await site.takePage({ expected: [/ERR_FAILED/, /Failed to load resource/] })
  await page.route(/submit-dialog-/, (route) => route.abort())
  await page.goto('/imprint')
  await page.getByRole('button', { name: 'Submit Music' }).click()
  const notice = formOn(page)
  await notice.getByText('The form could not be loaded.').waitFor()
  await page.keyboard.press('Escape')
  await notice.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Submit Music' }).press('Enter')
  await notice.getByRole('link', { name: 'Open the form page' }).click()
  await page.waitForURL('**/submit')
  await page.getByLabel('Song title').waitFor()
})

test('invalid input is reported at its field before it is sent; typed text survives closing the form and reloading the page', async () => {
  const page = await site.takePage()
  await page.goto('/imprint')
  const form = await openForm(page)
  const file = form.getByLabel('MP3 file')
  await file.focus()
  await file.setInputFiles({ name: 'song.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(100) })
  await form.getByText('Only MP3 files are accepted').waitFor()
  expect(await file.inputValue()).toBe('')
  expect(await page.evaluate('document.activeElement.name')).toBe('audio_file')
  const describedBy = (await file.getAttribute('aria-describedby'))!.split(' ')
  expect(await page.locator(`[id="${describedBy[1]}"]`).textContent()).toBe('Only MP3 files are accepted')
  await chooseBytes(file, maxAudioBytes + 1)
  await form.getByText('File too large. Maximum size: 20MB').waitFor()
  expect(await file.inputValue()).toBe('')
  await chooseBytes(file, maxAudioBytes)
  await form.getByText('Selected:').waitFor()
  expect(await form.getByText('File too large').count()).toBe(0)

  await form.getByLabel('Song title').fill('Half a thought')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Submit Music')
  expect(await (await openForm(page)).getByLabel('Song title').inputValue()).toBe('Half a thought')
  await page.goto('/imprint')
  await openForm(page)
  await expect.poll(() => form.getByLabel('Song title').inputValue(), soon).toBe('Half a thought')
})

test('after a lost connection all input is kept, and after a lost response another click shows the track that arrived', async () => {
  const email = 'dropped@submissions.example'
  const page = await site.takePage({ expected: [/Failed to load resource|ERR_CONNECTION_RESET/] })
  await page.goto('/imprint')
  const form = await openForm(page)
  const send = await fillIn(form, email)
  let sent = 0
  await page.route('**/api/maestro/submit', async (route) => {
    sent += 1
    if (sent === 2) await route.fetch()
    return sent > 2 ? route.continue() : route.abort('connectionreset')
  })
  const failed = form.getByText('Submission failed. Please try again.')
  await send.click()
  await failed.waitFor()
  expect(await form.getByLabel('Song title').inputValue()).toBe('Salt Flats at Noon')
  await send.click()
  await expect.poll(() => sent, soon).toBe(2)
  await failed.waitFor()
  await send.click()
  await form.getByText('Submission Successful!').waitFor()
  const path = await pathOfLink(form)
  const receipts = async () =>
    (await site.outbox()).filter(
      (mail) => mail.to?.[0]?.address === email && mail.subject?.startsWith('We received your track'),
    )
  await expect.poll(receipts, soon).toHaveLength(1)
  expect((await receipts())[0]?.text).toContain(path)
})

test('a visitor who closes the form while it is sent is warned before leaving, and sees the result when reopening it', async () => {
  const page = await site.newPage()
  await page.clock.install()
  await page.addInitScript({
    content:
      'const send = XMLHttpRequest.prototype.send; XMLHttpRequest.prototype.send = function (body) { window.sent = this; send.call(this, body) }',
  })
  await page.goto('/imprint')
  const sending = Promise.withResolvers<void>()
  await page.route('**/api/maestro/submit', async (route) => {
    await sending.promise
    await route.continue()
  })
  const form = await openForm(page)
  await (await fillIn(form, 'closed@submissions.example')).click()
  await form.getByRole('button', { name: 'Cancel' }).waitFor()
  // Once everything was sent, it may be stored already, and there is nothing to cancel any more.
  await page.evaluate('window.sent.upload.dispatchEvent(new ProgressEvent("progress", { loaded: 9, total: 9 }))')
  await form.getByText('Checking').waitFor()
  expect(await form.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
  const dialogEvent = page.waitForEvent('dialog')
  const reload = page.evaluate('location.reload()').catch(() => undefined)
  const question = await dialogEvent
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  const isAnswered = page.evaluate(
    'new Promise((done) => window.sent.addEventListener("loadend", () => setTimeout(done, 0)))',
  )
  sending.resolve()
  await page.clock.runFor(1)
  await isAnswered
  // Longer than the message would stay for a visitor who sees it.
  await page.clock.fastForward(10_000)
  await openForm(page)
  await form.getByText('Submission Successful!').waitFor()
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('status')
  await page.clock.fastForward(3_000)
  await form.waitFor({ state: 'hidden' })
  await (await openForm(page)).getByLabel('MP3 file').waitFor()
})

test('a visitor submits a track by keyboard alone on a phone-sized screen', async () => {
  const page = await site.takePage({ viewport: { width: 390, height: 844 } })
  // Requested before anything else: a browser that handles it together with the key opens a separate window.
  const choosing = page.waitForEvent('filechooser')
  await page.goto('/imprint')
  await page.getByRole('button', { name: 'Submit Music' }).press('Enter')
  const form = formOn(page)
  await form.waitFor()
  await form.getByLabel('MP3 file').focus()
  await page.keyboard.press('Space')
  await (await choosing).setFiles(mp3('short.mp3'))
  await form.getByText('Selected:').waitFor()
  for (const word of ['Mara Quell', 'keys@submissions.example', 'By keys']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(word)
  }
  const isOnBox = () => page.evaluate<boolean>('document.activeElement.name === "owns_track"')
  for (let press = 0; press < 14 && !(await isOnBox()); press += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await form.getByText('Submission Successful!').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('without JavaScript the form is a page of its own, keeps the input when a file is rejected, and ends on the private page', async () => {
  const page = await site.newPage({ javaScriptEnabled: false, expected: [/status of 400/] })
  await page.goto('/imprint')
  await page.getByRole('link', { name: 'Submit Music' }).click()
  await page.getByLabel('MP3 file').setInputFiles(mp3('not.mp3', Buffer.from('no sound')))
  const typed = { 'Artist name': 'Mara Quell', 'Email': 'plain@submissions.example', 'Song title': 'Plain' }
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value)
  await page.getByLabel(/I own this track/).check()
  await page.getByRole('button', { name: 'Submit Track' }).click()
  await page.getByText('This file cannot be played. It contains no MP3 audio.').waitFor()
  await page.goBack()
  for (const [label, value] of Object.entries(typed)) expect(await page.getByLabel(label).inputValue()).toBe(value)
  expect(await page.getByLabel(/I own this track/).isChecked()).toBe(true)
  await page.getByLabel('MP3 file').setInputFiles(mp3('short.mp3'))
  await page.getByRole('button', { name: 'Submit Track' }).click()
  await page.waitForURL('**/submission/*')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/Received|In review/)
})
