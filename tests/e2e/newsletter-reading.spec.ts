import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAddresses } from '#features/newsletter/server/tracking/open-addresses.ts'
import { addSentIssue, addSubscriber } from '#features/newsletter/server/tracking/test-copies.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { prepareData } from '../support/prepared-data.ts'
import { type Site, startSite } from '../support/site.ts'

const [email, password] = ['reader@desk.example', 'a long enough password']
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, phone: true }
const title = 'Nine tracks that went on air'
let site: Site
let browser: TestBrowser
let data: Awaited<ReturnType<typeof prepareData>>
/** Paths of a copy each. */
const copies: { open: string; links: string[]; leave: string }[] = []

beforeAll(async () => {
  data = await prepareData(async (database) => {
    const addresses = await openAddresses(database.db, { origin: '', MAIL_FROM: 'Swade <hello@swade.example>' })()
    const people = await Promise.all(Array.from({ length: 8 }, () => addSubscriber(database)))
    const sentAt = new Date(Date.now() - 3 * 3_600_000)
    const sent = await addSentIssue(database, {
      to: people,
      sentAt,
      title,
      links: ['/newsletter', '/books', '/tokens'].map((path) => `https://swade.example${path}`),
    })
    for (const [index, { id }] of sent.copies.entries())
      copies.push({
        open: addresses.open(id),
        links: [1, 2, 3].map((number) => addresses.link(id, number)),
        leave: `/api/newsletter/unsubscribe/${people[index]!.token}`,
      })
  })
  site = await startSite({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }, dataDir: data.dataDir })
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  data?.remove()
})

function visit(path: string, userAgent = firefox) {
  return fetch(site.origin + path, { headers: { 'user-agent': userAgent }, redirect: 'manual' })
}

async function signIn(page: Page) {
  await page.goto('/newsletter-admin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

async function judge(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
}

const figure = (page: Page, name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')

test('people read, click and leave; the dashboard tells them from machines, on a desk and on a phone', async () => {
  const page = await browser.newPage(desktop)
  await signIn(page)
  await expect.poll(() => figure(page, 'Average open rate').textContent()).toBe('0.0%')

  for (const { open } of copies.slice(0, 3)) expect((await visit(open)).status).toBe(200)
  const clicked = await visit(copies[0]!.links[1]!)
  expect([clicked.status, clicked.headers.get('location')]).toEqual([302, 'https://swade.example/books'])
  await visit(copies[5]!.open, 'Mozilla/5.0')
  for (const link of copies[6]!.links) await visit(link, 'curl/8')
  expect(
    (await fetch(site.origin + copies[7]!.leave, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }))
      .status,
  ).toBe(200)

  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Read again' }).click()
        return [await figure(page, 'Average open rate').textContent(), await figure(page, 'Average click rate').textContent()]
      },
      { timeout: 15_000, interval: 500 },
    )
    .toEqual(['37.5%', '12.5%'])
  expect(await figure(page, 'Total newsletters').textContent()).toBe('1')
  expect(await figure(page, 'Total subscribers').textContent()).toBe('7')

  await page.reload()
  await page.locator('canvas').nth(1).waitFor()
  await page.getByRole('region', { name: 'Opens and clicks' }).getByText('As a table').click()
  const today = page.getByRole('table', { name: 'Opens and clicks' }).getByRole('row').nth(1)
  expect((await today.getByRole('cell').allTextContents()).length).toBe(2)
  await judge(page)

  await page.getByRole('region', { name: 'Recent newsletters' }).getByRole('link', { name: title }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await figure(page, 'Delivered').textContent()).toBe('8')
  expect(await figure(page, 'Unsubscribed').textContent()).toBe('1')
  expect(await figure(page, 'Machine opens').textContent()).toBe('1')
  expect(await page.getByRole('row', { name: /swade\.example\/books/ }).textContent()).toContain('1 human / 0 unsure / 1 machine')
  await page.locator('canvas').first().waitFor()
  await judge(page)

  const small = await browser.newPage(phone)
  await signIn(small)
  await small.locator('canvas').nth(1).waitFor()
  await judge(small)
}, 180_000)

test('a dashboard that cannot be read says what to do, and tells the log alone why', async () => {
  const page = await browser.newPage({ ...desktop, expected: [/status of 503/, /dashboard could not be loaded/] })
  let isDown = true
  await page.route('**/api/newsletter/admin/dashboard', (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'We cannot save anything just now.' } })
      : route.continue(),
  )
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  await signIn(page)
  await page.getByText('No figures just now').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByText('We cannot save anything just now.').count()).toBe(0)
  expect(told.join(' ')).toContain('We cannot save anything just now.')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await figure(page, 'Total newsletters').waitFor()
})

test('an unknown link is a page of the site that says so', async () => {
  const page = await browser.newPage({ ...desktop, expected: [/status of 404/] })
  const answer = await page.goto(`${copies[0]!.links[0]!.slice(0, -1)}-`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1 }).waitFor()
})
