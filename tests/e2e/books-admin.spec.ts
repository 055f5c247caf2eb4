import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { longPdf } from '#platform/pdf/test-pdfs.ts'
import { focused } from '#tests/support/focused.ts'
import { pauseLoading } from '#tests/support/pause-loading.ts'
import { draftOwnBook, publishOwnBook } from '#tests/support/own-book.ts'
import { pageOfTests } from '#tests/support/page-of-tests.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { pressAfterTest } from '#tests/support/press-after-test.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const ownerPage = pageOfTests(() =>
  site.openOwnerPage({ viewport: { width: 1440, height: 900 }, expected: [/status of 400/, /status of 409/] }),
)
/** Timeout on a busy machine. */
const soon = { timeout: 30_000 }
const waitForText = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor(soon)
const focusIs = async (page: Page, words: RegExp) => {
  await expect.poll(() => focused(page), soon).toMatch(words)
}
const valueIs = async (page: Page, label: string, value: string | RegExp) => {
  await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue(), soon).toMatch(value)
}

test('a new book is created, rejected with the focus on the first error, given files and chapters, and published by keyboard alone', async () => {
  const page = await ownerPage()
  const id = 'nine-quiet-machines'
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).last().press('Enter')
  }
  await page.goto('/admin/books/new')
  await page.getByLabel('Title').fill('Nine Quiet Machines')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/books/${id}?*`)
  const words = {
    'Subtitle': 'A field guide',
    'Author': 'Swade',
    'Description': 'What they do at night.',
    'Excerpt': 'It hums.',
    'Table of contents': 'One\nTwo',
  }
  for (const [label, text] of Object.entries(words)) await page.getByLabel(label, { exact: true }).fill(text)
  const price = page.getByLabel('Price in dollars')
  await price.fill('4,50')
  await press('Publish')
  await waitForText(page, 'Use a decimal point: 4.50.')
  await waitForText(page, 'Upload a PDF before you publish.')
  await focusIs(page, /^Price in dollars$/)
  // Typed text stays.
  await valueIs(page, 'Description', 'What they do at night.')
  // Also with the Enter key, at any scroll position.
  await price.fill('2,5')
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
  await page.keyboard.press('Enter')
  await waitForText(page, 'Use a decimal point: 2.5.')
  await focusIs(page, /^Price in dollars$/)
  await price.fill('4.50')
  await page.getByLabel('Preview pages').fill('3')

  const pdf = page.getByLabel('PDF file')
  await pdf.focus()
  await pdf.setInputFiles({ name: 'not.pdf', mimeType: 'application/pdf', buffer: Buffer.from('GIF89a'.repeat(300)) })
  await waitForText(page, 'This file is not a PDF.')
  await pdf.setInputFiles({ name: 'book.pdf', mimeType: 'application/pdf', buffer: longPdf(12) })
  await waitForText(page, /^12 pages \(new/)
  await focusIs(page, /^Replace PDF$/)
  await page.getByRole('img', { name: 'Page 6' }).waitFor(soon)
  const cover = await sharp({ create: { width: 900, height: 1300, channels: 3, background: '#7a3b1d' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Image', { exact: true })
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: cover })
  await valueIs(page, 'Cover URL', /-740\.webp$/)
  await page.getByLabel('Cover description').fill('A brown plate')

  await press('Add chapter')
  await focusIs(page, /^Title of chapter 1$/)
  expect(await page.getByText('Chapter added at the end.').count()).toBe(1)
  await page.keyboard.type('Night shift')
  expect(await page.getByText('Chapter added at the end.').count()).toBe(0)
  const recording = page.getByLabel('Recording of Night shift')
  await recording.focus()
  const sound = readFileSync(
    join(import.meta.dirname, '../../content/books/indie-music-ai-guide-2/narration/preview.mp3'),
  )
  await recording.setInputFiles({ name: '1.mp3', mimeType: 'audio/mpeg', buffer: sound })
  await focusIs(page, /^Replace recording of Night shift$/)
  await page.getByLabel('First page', { exact: true }).first().fill('4')
  await press('Remove Night shift')
  await focusIs(page, /^Undo$/)
  await page.keyboard.press('Enter')
  await focusIs(page, /^Title of chapter 1$/)
  // The label keeps naming what Undo restores.
  await press('Remove Night shift')
  await press('Add chapter')
  await waitForText(page, 'Chapter added at the end.')
  await waitForText(page, 'Night shift removed.')
  await press('Undo')
  await waitForText(page, 'Night shift restored.')
  expect(await page.getByText('Night shift removed.').count()).toBe(0)
  await page.getByLabel('Title of chapter 2', { exact: true }).fill('Morning')
  await press('Move Morning up')
  await waitForText(page, 'Morning moved to chapter 1 of 2.')
  await valueIs(page, 'Title of chapter 2', 'Night shift')
  await page.getByLabel('Narrator').fill('A synthetic voice')
  await page.getByLabel('Audio quality', { exact: true }).fill('MP3, mono')
  await press('Save draft')
  await waitForText(page, 'Draft saved. Visitors can’t see it yet.')
  await page.getByRole('status').getByText('Draft saved, not published').waitFor(soon)
  const visitor = openPlainVisitor(site)
  expect((await visitor.get(`/book/${id}`)).status).toBe(404)
  const owner = openPlainVisitor(site, await site.ownerCookie())
  const preview = await owner.get(`/admin/books/${id}/preview`)
  for (const shown of ['Nine Quiet Machines', '$4.50', 'Back to the editor']) expect(preview.text).toContain(shown)

  pressAfterTest(site, `/admin/books/${id}`, 'Unpublish')
  await press('Publish')
  await waitForText(page, 'Published. Visitors can see it now.')
  expect((await visitor.get('/books')).html).toContain(`href="/book/${id}"`)
  const { text } = await visitor.get(`/book/${id}`)
  expect(text).toContain('The first 3 pages are free to read.')
  expect(text.indexOf('Morning')).toBeLessThan(text.indexOf('Night shift'))
})

test('discarding, restoring and unpublishing show the resulting book, and ask before unsaved changes are lost', async () => {
  const { id } = await publishOwnBook(site, 'Many States', 5)
  const page = await ownerPage()
  await page.goto(`/admin/books/${id}`)
  const subtitle = page.getByLabel('Subtitle')
  const press = async (name: string, message: string) => {
    await page.getByRole('button', { name }).last().click()
    await waitForText(page, message)
  }
  const stateIs = (words: string) => page.getByRole('status').getByText(words).waitFor(soon)
  const dialogs: string[] = []
  const answer = (isYes: boolean) =>
    page.once('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void (isYes ? dialog.accept() : dialog.dismiss())
    })

  // A rejected file changes nothing.
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  await page
    .getByLabel('Replace PDF')
    .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Just notes.') })
  await waitForText(page, 'This file is not a PDF.')
  await stateIs('No unpublished changes')

  // Text that is typed before the saved book is loaded again stays unsaved.
  await subtitle.fill('Never meant')
  const loading = await pauseLoading(page)
  await page.getByRole('button', { name: 'Save draft' }).last().click()
  await loading.requested
  expect(await page.getByText('Draft saved. Visitors can’t see it yet.').count()).toBe(0)
  await subtitle.fill('Changed after that')
  // Further presses in between would conflict with the first one, and are ignored.
  for (const name of ['Save draft', 'Unpublish']) await page.getByRole('button', { name }).last().press('Enter')
  await stateIs('Saving…')
  loading.resume()
  await page.getByRole('button', { name: 'Discard draft' }).waitFor(soon)
  await page.getByText('Draft saved. Visitors can’t see it yet.').waitFor({ ...soon, state: 'hidden' })
  await stateIs('Unsaved changes')
  expect(await subtitle.inputValue()).toBe('Changed after that')
  answer(false)
  await page.getByRole('link', { name: 'Back to Books Management' }).click()
  await expect.poll(() => dialogs.splice(0), soon).toEqual(['You have unsaved changes. Leave without saving?'])
  await press('Save draft', 'Draft saved. Visitors can’t see it yet.')
  await press('Discard draft', 'Draft discarded. The form shows the published version.')
  await valueIs(page, 'Subtitle', /^S$/)
  for (const words of ['The first state', 'The second state']) {
    await subtitle.fill(words)
    await stateIs('Unsaved changes')
    await press('Publish changes', 'Published. Visitors can see it now.')
    await stateIs('No unpublished changes')
  }
  const restoreFirst = async () => {
    // The newest revision is the published one.
    await page
      .getByRole('button', { name: /^Restore/ })
      .nth(1)
      .click()
    await waitForText(page, 'Version restored as a draft. Publish it to make it visible.')
    await valueIs(page, 'Subtitle', 'The first state')
  }
  await restoreFirst()

  // A file that is being uploaded would be lost as well.
  dialogs.length = 0
  const sending = Promise.withResolvers<void>()
  await page.route(`**/api/owner/books/${id}/pdf`, async (route) => {
    await sending.promise
    await route.abort().catch(() => undefined)
  })
  await page
    .getByLabel('Replace PDF')
    .setInputFiles({ name: 'again.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await page.getByRole('button', { name: 'Cancel' }).waitFor(soon)
  answer(false)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect.poll(() => dialogs.splice(0), soon).toEqual(['You have unsaved changes. Continue without saving?'])
  // A press that waits for the upload is forgotten when another button is confirmed.
  await page.getByRole('button', { name: 'Publish changes' }).last().click()
  await stateIs('Waiting for the upload to finish…')
  answer(true)
  await press('Discard draft', 'Draft discarded. The form shows the published version.')
  dialogs.length = 0
  sending.resolve()
  await page.unrouteAll()
  await stateIs('No unpublished changes')
  await restoreFirst()

  await subtitle.fill('Not saved')
  answer(false)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect.poll(() => dialogs, soon).toEqual(['You have unsaved changes. Continue without saving?'])
  expect(await subtitle.inputValue()).toBe('Not saved')
  answer(true)
  await press('Unpublish', 'Unpublished. Buyers still have access.')
  await valueIs(page, 'Subtitle', 'The first state')
  await subtitle.fill('After all')
  await press('Save draft', 'Draft saved. Visitors can’t see it yet.')
  await stateIs('Draft saved, not published')
  expect(await subtitle.inputValue()).toBe('After all')
})

test('a search keeps the focus and its field follows the history; the library is reordered by keyboard; a second window overwrites nothing', async () => {
  const { id } = await draftOwnBook(site, 'Two Windows', 3)
  const page = await ownerPage()
  await page.goto('/admin/books')
  const field = page.getByRole('searchbox', { name: 'Search books' })
  await field.focus()
  await page.keyboard.type('guide')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/books?q=guide')
  await page.getByRole('link', { name: 'Clear' }).waitFor(soon)
  expect(await focused(page)).toBe('Search books')
  await page.keyboard.type('s')
  await page.goBack()
  await expect.poll(() => field.inputValue(), soon).toBe('')
  await page.goForward()
  await expect.poll(() => field.inputValue(), soon).toBe('guide')
  await page.goBack()
  await page.getByRole('link', { name: 'Clear' }).waitFor({ ...soon, state: 'detached' })

  const links = page.getByRole('list', { name: 'Books' }).getByRole('link', { name: /^(?!Orders)/ })
  const titles = () => links.allTextContents()
  const before = await titles()
  const [, second = '', third = ''] = before
  onTestFinished(async () => {
    const owner = openPlainVisitor(site, await site.ownerCookie())
    const { text } = await owner.get('/admin/books')
    if (text.indexOf(`Move ${third} up`) < text.indexOf(`Move ${second} up`)) await owner.press(`Move ${third} down`)
  })
  await page.getByRole('button', { name: `Move ${third} up`, exact: true }).press('Enter')
  await waitForText(page, `${third} moved to position 2.`)
  await expect.poll(async () => (await titles())[1], soon).toBe(third)
  await expect.poll(() => page.locator(':focus').textContent(), soon).toBe(`Move ${third} up`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForText(page, `${third} moved to position 3.`)
  await expect.poll(titles, soon).toEqual(before)

  await page.getByText('Import books from PDFs').click()
  await page.getByLabel('All PDF files in a folder').setInputFiles(import.meta.dirname)
  await waitForText(page, 'There are no PDF files in this folder.')

  const other = await page.context().newPage()
  onTestFinished(() => other.close())
  await other.goto(`/admin/books/${id}`)
  await other.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  const first = openPlainVisitor(site, await site.ownerCookie())
  await first.get(`/admin/books/${id}`)
  expect((await first.press('Save draft', { subtitle: 'From the first window' })).text).toContain(
    'Draft saved. Visitors',
  )
  // The form keeps its version, so that retrying overwrites nothing either.
  for (let tries = 0; tries < 2; tries += 1) {
    await other.getByLabel('Subtitle').fill('From the second window')
    const answered = other.waitForResponse((reply) => reply.request().method() === 'POST')
    await other.getByRole('button', { name: 'Save draft' }).last().click()
    expect((await answered).status()).toBe(409)
    await waitForText(other, 'This book was changed in another window.')
  }
  expect(await other.getByLabel('Subtitle').inputValue()).toBe('From the second window')
})
