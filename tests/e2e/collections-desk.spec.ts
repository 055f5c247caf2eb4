import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PageOptions } from '#tests/support/browser.ts'
import { judgeAccess } from '#tests/support/judge-page.ts'
import { signInOwner } from '#tests/support/sign-in-owner.ts'
import { openStorySite } from '#tests/support/story-site.ts'

const { site, browser } = openStorySite()

async function openDesk(options: PageOptions = {}): Promise<Page> {
  const desk = await browser().newPage(options)
  await signInOwner(site(), desk, '/admin/collections')
  return desk
}

const done = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor()

test('the seeded rows make 12 and 1,247; an edit by keys alone is on the market and with its artist at once, and undone', async () => {
  const desk = await openDesk({ expected: [/status of 400/] })
  const figure = (term: string) => desk.locator('dl > div', { hasText: term }).locator('dd')
  expect(await figure('Active Collections').textContent()).toBe('12')
  expect(await figure('NFTs Minted').textContent()).toBe('1,247')
  await judgeAccess(desk, 'the rows')
  await desk.getByRole('link', { name: 'Edit Slow Voltage: Twelve Rooms' }).focus()
  await desk.keyboard.press('Enter')
  const form = desk.getByRole('form', { name: 'Edit Slow Voltage: Twelve Rooms' })
  await form.waitFor()
  await judgeAccess(desk, 'a row open for editing')
  // The name has the focus.
  await expect.poll(() => desk.evaluate<string>('document.activeElement.name')).toBe('name')
  await desk.keyboard.press('Control+A')
  await desk.keyboard.type('Thirteen Rooms')
  await form.getByLabel('Minted').fill('241')
  await desk.keyboard.press('Enter')
  await desk.getByText('No more can be minted than there will ever be.').waitFor()
  await expect.poll(() => desk.evaluate<string>('document.activeElement.name')).toBe('minted')
  await desk.keyboard.press('Control+A')
  await desk.keyboard.type('150')
  await desk.keyboard.press('Enter')
  await done(desk, 'Thirteen Rooms is changed')
  // What was done is told a moment before the page is read anew.
  await expect.poll(() => figure('NFTs Minted').textContent()).toBe('1,249')

  const visitor = await browser().newPage()
  await visitor.goto('/market')
  await visitor.getByRole('heading', { name: 'Thirteen Rooms' }).waitFor()
  await visitor.getByText('1,249').waitFor()
  await visitor.goto('/artist/nova-swade')
  await visitor.getByRole('heading', { name: 'Thirteen Rooms' }).waitFor()

  await desk.getByRole('button', { name: 'Undo' }).click()
  await done(desk, 'is as it was before')
  await visitor.goto('/market')
  await visitor.getByRole('heading', { name: 'Slow Voltage: Twelve Rooms' }).waitFor()
})

test('a collection is created, closed, deleted and brought back without script on a phone', async () => {
  const desk = await openDesk({ phone: true, javaScriptEnabled: false })
  await desk.getByRole('link', { name: 'Create NFT Collection' }).click()
  await desk.getByLabel('Name').fill('Echoes <script>alert(1)</script>')
  await desk.getByLabel('Description').fill('One echo each.')
  await desk.getByLabel('Supply').fill('1,000')
  await desk.getByRole('button', { name: 'Create', exact: true }).click()
  await done(desk, 'is on the market')
  const row = desk.getByRole('article', { name: /^Echoes/ })
  await row.getByRole('button', { name: /^Close/ }).click()
  await done(desk, 'is closed')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await done(desk, 'is deleted')
  expect(await row.count()).toBe(0)
  await desk.getByText('Deleted (1)').click()
  await desk.getByRole('button', { name: /^Bring back/ }).click()
  await done(desk, 'is as it was before')
  expect(await row.count()).toBe(1)
})

test('who saves second is told, and keeps what was typed', async () => {
  const [one, other] = [await openDesk(), await openDesk({ expected: [/status of 409/] })]
  for (const desk of [one, other]) await desk.goto('/admin/collections?edit=tide-tables')
  await one.getByLabel('Minted').fill('97')
  await one.getByRole('button', { name: 'Keep the changes' }).click()
  await done(one, 'is changed')
  await other.getByLabel('Minted').fill('98')
  await other.getByRole('button', { name: 'Keep the changes' }).click()
  await other.getByRole('alert').filter({ hasText: 'changed in another window' }).waitFor()
  expect(await other.getByLabel('Minted').inputValue()).toBe('98')
})
