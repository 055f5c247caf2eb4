import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { type FeedDouble, openFeedDouble } from '../support/feed-double.ts'
import { type ModelDouble, openModelDouble } from '../support/model-double.ts'
import { type Site, startSite } from '../support/site.ts'

const [email, password] = ['writer@desk.example', 'a long enough password']
const desktop = { viewport: { width: 1440, height: 900 }, expected: [/status of 400/] }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

let site: Site
let browser: TestBrowser
let feeds: FeedDouble
let model: ModelDouble

beforeAll(async () => {
  ;[feeds, model] = await Promise.all([openFeedDouble(), openModelDouble()])
  feeds.publish([
    { title: 'A choir of machines', link: `${feeds.origin}/page`, summary: '<p>Twelve models sing in one room.</p>', at: new Date() },
    {
      title: '<img src=x onerror=alert(1)>Hostile',
      link: `${feeds.origin}/page?2`,
      summary: '<script>alert(1)</script>Words.',
      at: new Date(Date.now() - 3_600_000),
    },
  ])
  site = await startSite({
    env: {
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
      NEWSLETTER_LOCAL_FEEDS: feeds.host,
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'scribe-1',
      LLM_API_KEY: 'sk-canary-key',
      LLM_BASE_URL: model.baseUrl,
    },
  })
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await Promise.all([feeds?.close(), model?.close()])
})

async function signIn(page: Page, tab: string) {
  await page.goto(`/newsletter-admin?tab=${tab}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Login successful!').waitFor()
}

async function judge(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  expect
    .soft(
      violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`)),
      where,
    )
    .toEqual([])
}

test('no feed is listed and nobody is asked until somebody lists one; one that cannot be read is told at its field', async () => {
  const page = await browser.newPage(desktop)
  await signIn(page, 'settings')
  const part = page.getByRole('region', { name: 'Feeds' })
  await part.getByText('No feeds yet').waitFor()
  expect(feeds.asked).toEqual([])

  const field = part.getByLabel('Address of a feed')
  await field.fill(`${feeds.origin}/page.html`)
  await field.press('Enter')
  await part.getByText('This feed cannot be read: it is no RSS, Atom or JSON feed.').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('https://localhost/feed.xml')
  await field.press('Enter')
  await part.getByText('its name leads into a network that is not public').waitFor()

  await field.fill(`${feeds.origin}/feed.xml`)
  await field.press('Enter')
  await part.getByRole('row', { name: /Field notes/ }).waitFor()
  await page.getByText('Field notes is listed.').waitFor()
  await judge(page, 'feeds, wide')
  await page.setViewportSize(phone.viewport)
  await judge(page, 'feeds, on a phone')
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.close()
}, 120_000)

test('a feed is read again and removed by keyboard alone', async () => {
  const page = await browser.newPage(desktop)
  await signIn(page, 'settings')
  const part = page.getByRole('region', { name: 'Feeds' })
  await part.getByLabel('Address of a feed').fill(`${feeds.origin}/atom.xml`)
  await part.getByLabel('Address of a feed').press('Enter')
  await part.getByText(`${feeds.origin}/atom.xml`).waitFor()
  const row = part.getByRole('row').filter({ hasText: 'atom.xml' })
  await row.getByRole('button', { name: 'Read Field notes now' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Field notes was read.').waitFor()
  await row.getByRole('button', { name: 'Remove Field notes' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove Field notes?' })
  await dialog.getByRole('button', { name: 'Remove' }).focus()
  await page.keyboard.press('Enter')
  await part.getByText(`${feeds.origin}/atom.xml`).waitFor({ state: 'detached' })
  await page.close()
}, 120_000)

test('a letter is generated of the feed and the records; a model that answers garbage is replaced, and that is told', async () => {
  model.answerWith({ write: 'I am a teapot.' })
  const page = await browser.newPage(desktop)
  await signIn(page, 'create')
  await page.getByRole('button', { name: 'Generate content' }).click()
  await page.getByText('Content generated successfully!').waitFor()
  const made = page.getByRole('region', { name: 'Generated content' })
  await made.getByText('Written by the template writer').waitFor()
  await made.getByText(/The model gave no letter: what it wrote has not the shape/).waitFor()
  await made.getByText('A choir of machines').first().waitFor()
  for (const label of ['Key insights', 'Freemium tools']) {
    const list = made.getByRole('heading', { name: label }).locator('xpath=following-sibling::ul[1]')
    expect(await list.getByRole('listitem').count()).toBe(3)
    expect(await list.getByText(/^Source: ./).count()).toBe(3)
  }
  expect(await page.content()).not.toContain('onerror')
  // The mail stands in a frame without rights, which runs no script, not even the one that looks for broken rules.
  await page.getByRole('button', { name: 'Plain text' }).click()
  await judge(page, 'generated')
  await page.close()
}, 120_000)

test('a model that invents is held to the records', async () => {
  model.answerWith(({ text }) => {
    const id = (kind: string) =>
      [...text.matchAll(/\\"id\\": \\"(r\d+)\\",\\n\s+\\"kind\\": \\"(\w+)\\"/g)]
        .filter((match) => match[2] === kind)
        .map((match) => match[1]!)
    const [platform, artist] = [id('platform'), id('artist')]
    return {
      write: {
        title: 'An artist and a tool',
        summary: 'It tells of artists',
        preheader: 'and of a tool',
        opening: [],
        insights: [
          { title: 'An artist', description: 'Listen in.', record_id: artist[0] },
          { title: 'Another artist', description: 'Listen in, too.', record_id: artist[1] },
          { title: 'Invented', description: 'It has 5,000,000 listeners.', record_id: artist[2] },
        ],
        tools: [{ name: 'A tool', description: 'Try it.', record_id: platform[0] }],
      },
    }
  })
  const page = await browser.newPage(desktop)
  await signIn(page, 'create')
  await page.getByRole('button', { name: 'Generate content' }).click()
  const made = page.getByRole('region', { name: 'Generated content' })
  await made.getByText('Written by the model scribe-1').waitFor()
  await made.getByText(/Left out of the model's letter: “Invented” \(the figure 5000000 stands in no record it cites\)/).waitFor()
  expect(await made.getByRole('listitem').count()).toBe(3)
  expect(site.printed()).not.toContain('sk-canary-key')
  await page.close()
}, 120_000)
