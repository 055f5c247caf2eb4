import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageTextPath } from '#features/reader/paths.ts'
import { longPdf } from '#platform/pdf/test-pdfs.ts'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { focused } from '#tests/support/focused.ts'
import { signInOwner } from '#tests/support/sign-in-owner.ts'
import { startSite, type Site } from '#tests/support/site.ts'

const id = 'nine-quiet-machines'
const narrated = 'indie-music-ai-guide-2'
const recording = readFileSync(join(import.meta.dirname, '../../content/books/indie-music-ai-guide-2/narration/preview.mp3'))

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function openDesk(): Promise<Page> {
  const page = await browser.newPage({ expected: [/status of 4\d\d/] })
  await signInOwner(site, page, '/admin/books')
  return page
}

const textOf = async (page: Page, number: number) => {
  const { edition } = (await (await page.request.get(`/api/reader/${id}`)).json()) as { edition: string }
  return (await page.request.get(pageTextPath(id, edition, number))).status()
}
const said = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

test(
  'a new book is a draft until it is published, is sold at once, and stays with its buyer when it is taken out',
  { timeout: 240_000 },
  async () => {
    const owner = await openDesk()
    const buyer = await browser.newPage({ expected: [/status of 40[24]/] })
    await owner.getByRole('link', { name: 'Add New Book' }).click()
    await owner.getByLabel('Title').fill('Nine Quiet Machines')
    await owner.getByRole('button', { name: 'Begin the draft' }).click()
    await owner.waitForURL(`**/admin/books/${id}?*`)

    const words = {
      'Subtitle': 'A field guide',
      'Author': 'Swade',
      'Description': 'What they do at night.',
      'How it begins': 'It hums.',
      'What it holds': 'One\nTwo',
    }
    for (const [label, text] of Object.entries(words)) await owner.getByLabel(label, { exact: true }).fill(text)
    await owner.getByLabel('Price in dollars').fill('4,50')
    await owner.getByRole('button', { name: 'Publish', exact: true }).click()
    await said(owner, 'Write the cents after a point: 4.50.')
    await said(owner, 'The PDF is missing.')
    expect(await owner.getByLabel('Description').inputValue()).toBe('What they do at night.')

    await owner.getByLabel('Price in dollars').fill('4.50')
    await owner.getByLabel('Preview pages').fill('3')
    await owner
      .getByLabel('The PDF')
      .setInputFiles({ name: 'not.pdf', mimeType: 'application/pdf', buffer: Buffer.from('GIF89a'.repeat(300)) })
    await said(owner, 'This file is not a PDF.')
    await owner.getByLabel('The PDF').setInputFiles({ name: 'book.pdf', mimeType: 'application/pdf', buffer: longPdf(12) })
    await said(owner, /^12 pages, new/)
    await owner.getByRole('img', { name: 'Page 6' }).waitFor()

    const cover = await sharp({ create: { width: 900, height: 1300, channels: 3, background: '#7a3b1d' } })
      .png()
      .toBuffer()
    await owner.getByLabel('A picture').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: cover })
    await expect.poll(() => owner.getByLabel('Address of the cover').inputValue(), { timeout: 15_000 }).toMatch(/-740\.webp$/)
    await owner.getByLabel('What the cover shows').fill('A brown plate')

    for (const title of ['Night shift', 'Morning']) {
      await owner.getByRole('button', { name: 'Add a chapter' }).click()
      await owner
        .getByLabel(/^Title of chapter/)
        .last()
        .fill(title)
    }
    await owner.getByLabel('Recording of Night shift').setInputFiles({ name: '1.mp3', mimeType: 'audio/mpeg', buffer: recording })
    await owner.getByLabel('Another recording of Night shift').waitFor()
    await owner.getByLabel('First page', { exact: true }).first().fill('4')
    await owner.getByLabel('Who reads').fill('A synthetic voice')
    await owner.getByLabel('Sound', { exact: true }).fill('MP3, mono')
    await owner.getByRole('button', { name: 'Save draft' }).last().click()
    await said(owner, 'The draft is saved. Visitors do not see it.')
    expect((await buyer.request.get(`/book/${id}`)).status()).toBe(404)
    expect((await buyer.request.get(`/api/reader/${id}`)).status()).toBe(404)
    await owner.goto(`/admin/books/${id}/preview`)
    await owner.getByRole('heading', { name: 'Nine Quiet Machines', level: 1 }).waitFor()
    await said(owner, '$4.50')
    await owner.getByRole('link', { name: 'Back to the editor' }).click()

    await owner.getByRole('button', { name: 'Publish', exact: true }).click()
    await said(owner, 'Published. Visitors see it now.')
    await buyer.goto('/books')
    await buyer
      .getByRole('link', { name: /Nine Quiet Machines/ })
      .first()
      .waitFor()
    expect(await (await buyer.request.get('/sitemap.xml')).text()).toContain(`/book/${id}<`)

    // The preview, the purchase, and a price that changes meanwhile.
    await buyer.goto(`/book/${id}`)
    await said(buyer, 'The first 3 pages are open to everybody.')
    expect([await textOf(buyer, 3), await textOf(buyer, 4)]).toEqual([200, 402])

    await buyer.getByRole('radio', { name: 'Credit/Debit Card' }).check()
    await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
    await buyer.waitForURL('**/test-checkout/**')
    await said(buyer, '$4.50')
    // Who is paying already pays what they were shown.
    await owner.goto(`/admin/books/${id}`)
    await owner.getByLabel('Price in dollars').fill('6.25')
    await owner.getByRole('button', { name: 'Publish changes' }).click()
    await said(owner, 'Published. Visitors see it now.')
    expect(await (await owner.request.get(`/book/${id}`)).text()).toContain('$6.25')
    await buyer.getByLabel('Email').fill('ann@example.com')
    await buyer.getByRole('button', { name: /^Pay/ }).first().click()
    await buyer.getByRole('dialog', { name: 'Payment Successful' }).waitFor()
    expect(await textOf(buyer, 4)).toBe(200)

    await owner.getByRole('button', { name: 'Unpublish' }).click()
    await said(owner, 'Taken out of the library. Who bought it keeps it.')
    const visitor = await browser.newPage({ expected: [/status of 404/] })
    expect((await visitor.goto(`/book/${id}/read`))?.status()).toBe(404)
    expect((await visitor.request.get(`/api/reader/${id}`)).status()).toBe(404)
    expect(await (await visitor.request.get('/books')).text()).not.toContain('Nine Quiet Machines')
    await buyer.goto(`/book/${id}/read?page=4`)
    await buyer.getByRole('heading', { name: 'Nine Quiet Machines' }).first().waitFor()
    expect(await textOf(buyer, 12)).toBe(200)
    expect((await buyer.request.get(`/api/books/${id}/pdf`)).headers()['x-total-pages']).toBe('12')
  },
)

test(
  'by keyboard alone chapters and the library are put in another order; a second window overwrites nothing',
  { timeout: 180_000 },
  async () => {
    const owner = await openDesk()
    const press = async (name: string) => {
      await owner.getByRole('button', { name, exact: true }).focus()
      await owner.keyboard.press('Enter')
    }
    await owner.goto(`/admin/books/${narrated}`)
    const first = await owner.getByLabel('Title of chapter 1', { exact: true }).inputValue()
    const second = await owner.getByLabel('Title of chapter 2', { exact: true }).inputValue()
    await press(`Move ${second} up`)
    await said(owner, `${second} is chapter 1 of 10 now.`)
    expect(await owner.getByLabel('Title of chapter 2', { exact: true }).inputValue()).toBe(first)
    await press(`Remove ${first}`)
    await said(owner, `${first} was removed.`)
    await press('Undo')
    await said(owner, `${first} is back.`)
    await press('Publish changes')
    await said(owner, 'Published. Visitors see it now.')
    const page = await (await owner.request.get(`/book/${narrated}`)).text()
    expect(page.indexOf(second)).toBeLessThan(page.indexOf(first))

    await owner.goto('/admin/books')
    const titles = () =>
      owner
        .getByRole('list', { name: 'Books' })
        .getByRole('link', { name: /^(?!Orders)/ })
        .allTextContents()
    const [, , third] = await titles()
    await press(`Move ${third} up`)
    await said(owner, `${third} stands at place 2 now.`)
    expect((await titles())[1]).toBe(third)
    await expect.poll(() => owner.locator(':focus').textContent(), { timeout: 5_000 }).toBe(`Move ${third} up`)
    await owner.getByRole('button', { name: 'Undo' }).click()
    await said(owner, `${third} stands at place 3 now.`)

    const other = await owner.context().newPage()
    await Promise.all([owner.goto(`/admin/books/${narrated}`), other.goto(`/admin/books/${narrated}`)])
    await owner.getByLabel('Subtitle').fill('From the first window')
    await owner.getByRole('button', { name: 'Save draft' }).last().click()
    await said(owner, 'The draft is saved. Visitors do not see it.')
    for (let tries = 0; tries < 2; tries += 1) {
      await other.getByLabel('Subtitle').fill('From the second window')
      await other.getByRole('button', { name: 'Publish changes' }).click()
      await said(other, 'This book was changed in another window meanwhile.')
    }
    expect(await other.getByLabel('Subtitle').inputValue()).toBe('From the second window')
  },
)

test('discarding, restoring and unpublishing show what there is then, and take nothing typed without a question', async () => {
  const owner = await openDesk()
  await owner.goto('/admin/books/tokenizing-your-business')
  const subtitle = owner.getByLabel('Subtitle')
  const press = async (name: string | RegExp, told: string) => {
    await owner.getByRole('button', { name }).last().click()
    await said(owner, told)
  }
  const shows = async (words: string) => {
    await expect.poll(() => subtitle.inputValue(), { timeout: 20_000 }).toBe(words)
  }
  const asked: string[] = []
  const answer = (isYes: boolean) =>
    owner.once('dialog', (dialog) => {
      asked.push(dialog.message())
      void (isYes ? dialog.accept() : dialog.dismiss())
    })

  const published = await subtitle.inputValue()
  await subtitle.fill('Never meant')
  await press('Save draft', 'The draft is saved. Visitors do not see it.')
  await press('Discard draft', 'The draft is gone; the form shows what visitors see.')
  await shows(published)

  for (const words of ['The first state', 'The second state']) {
    await subtitle.fill(words)
    await press('Publish changes', 'Published. Visitors see it now.')
    await expect.poll(() => owner.getByRole('status').getByText('As visitors see it').count(), { timeout: 20_000 }).toBe(1)
  }
  await press(/^Restore/, 'The earlier state is a draft now. Publish it to show it.')
  await shows('The first state')

  await subtitle.fill('Not saved')
  answer(false)
  await owner.getByRole('button', { name: 'Unpublish' }).click()
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(1)
  expect(asked).toEqual(['What you changed is not saved. Go on without it?'])
  expect(await subtitle.inputValue()).toBe('Not saved')
  answer(true)
  await press('Unpublish', 'Taken out of the library. Who bought it keeps it.')
  await shows('The first state')
  await subtitle.fill('After all')
  await press('Save draft', 'The draft is saved. Visitors do not see it.')
  await expect.poll(() => owner.getByRole('status').getByText('Draft saved, not published').count(), { timeout: 20_000 }).toBe(1)
  expect(await subtitle.inputValue()).toBe('After all')
})

test('without script a book is begun, filled, given its files and published by plain forms', { timeout: 180_000 }, async () => {
  const owner = await browser.newPage({ javaScriptEnabled: false, expected: [/status of 400/] })
  await signInOwner(site, owner, '/admin/books/new')
  await owner.getByLabel('Title').fill('By Hand')
  await owner.getByRole('button', { name: 'Begin the draft' }).click()
  await said(owner, 'The draft is begun. Nobody else sees it.')
  await owner.getByLabel('The PDF').setInputFiles({ name: 'book.pdf', mimeType: 'application/pdf', buffer: longPdf(7) })
  await owner.getByRole('button', { name: 'Upload PDF' }).click()
  await said(owner, 'The PDF is in the draft.')
  await said(owner, '7 pages')
  for (const [label, text] of Object.entries({
    'Subtitle': 'S',
    'Author': 'A',
    'Description': 'D',
    'How it begins': 'H',
    'What it holds': 'One',
  }))
    await owner.getByLabel(label, { exact: true }).fill(text)
  await owner.getByRole('checkbox').check()
  await owner.getByRole('button', { name: 'Add a chapter' }).click()
  await owner.getByLabel('Title of chapter 1').fill('First')
  await owner.getByRole('button', { name: 'Add a chapter' }).click()
  await owner.getByLabel('Title of chapter 2').fill('Second')
  await owner.getByRole('button', { name: 'Move Chapter 2 up' }).click()
  expect(await owner.getByLabel('Title of chapter 1').inputValue()).toBe('Second')
  await owner.getByLabel('Recording of Second').setInputFiles({ name: '1.mp3', mimeType: 'audio/mpeg', buffer: recording })
  await owner.getByRole('button', { name: 'Upload recording' }).first().click()
  await said(owner, 'The recording is in the draft.')
  await owner.getByRole('button', { name: 'Publish', exact: true }).click()
  await said(owner, 'Say who reads, and that the voice is synthetic if it is.')
  await owner.getByLabel('Who reads').fill('A synthetic voice')
  await owner.getByLabel('Sound', { exact: true }).fill('MP3')
  await owner.getByRole('button', { name: 'Publish', exact: true }).click()
  await said(owner, 'Published. Visitors see it now.')
  const page = await (await owner.request.get('/book/by-hand')).text()
  expect(page).toContain('Second')
})

test('in the editor the keys go on from where they were: after a file, at the field of a refusal, in a new chapter', async () => {
  const owner = await browser.newPage({ viewport: { width: 1440, height: 900 }, expected: [/status of 400/] })
  await signInOwner(site, owner, '/admin/books/new')
  await owner.getByLabel('Title').fill('Keys Alone')
  await owner.keyboard.press('Enter')
  await owner.waitForURL('**/admin/books/keys-alone?*')
  const poll = async (words: RegExp) => {
    await expect.poll(() => focused(owner), { timeout: 20_000 }).toMatch(words)
  }

  const pdf = owner.getByLabel('The PDF')
  await pdf.focus()
  await pdf.setInputFiles({ name: 'book.pdf', mimeType: 'application/pdf', buffer: longPdf(12) })
  await said(owner, /^12 pages, new/)
  await poll(/^Another PDF$/)

  const save = owner.getByRole('button', { name: 'Save draft' }).last()
  const price = owner.getByLabel('Price in dollars')
  const refuse = async () => {
    const answered = owner.waitForResponse((reply) => reply.request().method() === 'POST')
    await owner.keyboard.press('Enter')
    await answered
    await poll(/^Price in dollars$/)
  }
  for (const wrong of ['abc', '-3', '1,5']) {
    await price.fill(wrong)
    await save.focus()
    await refuse()
  }
  // From the field itself, too.
  await price.fill('2,5')
  await owner.evaluate('scrollTo({ top: 0, behavior: "instant" })')
  await refuse()
  await said(owner, 'Write the cents after a point: 2.5.')
  await poll(/^Price in dollars$/)
  await price.fill('4.50')

  await owner.getByRole('button', { name: 'Add a chapter' }).focus()
  await owner.keyboard.press('Enter')
  await poll(/^Title of chapter 1$/)
  expect(await owner.getByText('A chapter was added at the end.').count()).toBe(1)
  await owner.keyboard.type('Night shift')
  expect(await owner.getByText('A chapter was added at the end.').count()).toBe(0)
  const narration = owner.getByLabel('Recording of Night shift')
  await narration.focus()
  await narration.setInputFiles({ name: '1.mp3', mimeType: 'audio/mpeg', buffer: recording })
  await poll(/^Another recording of Night shift$/)

  await owner.getByRole('button', { name: 'Remove Night shift' }).focus()
  await owner.keyboard.press('Enter')
  await poll(/^Undo$/)
  await owner.keyboard.press('Enter')
  await poll(/^Title of chapter 1$/)

  await owner.getByRole('button', { name: 'Remove Night shift' }).click()
  await owner.getByRole('button', { name: 'Add a chapter' }).click()
  await owner.getByText('A chapter was added at the end.').waitFor()
  await owner.getByText('Night shift was removed.').waitFor()
  await owner.getByRole('button', { name: 'Undo' }).click()
  await owner.getByText('Night shift is back.').waitFor()
  expect(await owner.getByText('was removed.').count()).toBe(0)
})

test('a search of the books keeps the focus, and its field follows the way back', async () => {
  const owner = await openDesk()
  const field = owner.getByRole('searchbox', { name: 'Search books' })
  await field.focus()
  await owner.keyboard.type('guide')
  await owner.keyboard.press('Enter')
  await owner.waitForURL('**/admin/books?q=guide')
  await owner.getByRole('link', { name: 'Clear' }).waitFor()
  expect(await focused(owner)).toBe('Search books')
  await owner.keyboard.type('s')
  await owner.goBack()
  await expect.poll(() => field.inputValue(), { timeout: 20_000 }).toBe('')
  await owner.goForward()
  await expect.poll(() => field.inputValue(), { timeout: 20_000 }).toBe('guide')
})
