import { expect, test } from 'vitest'
import { judgePage } from '#tests/support/judge-page.ts'
import { signInOwner } from '#tests/support/sign-in-owner.ts'
import { openStorySite } from '#tests/support/story-site.ts'

const { site, browser } = openStorySite()

test('the market as it ships: every collection with its figures and its artist, and nothing on sale', { timeout: 120_000 }, async () => {
  const page = await browser().newPage({ phone: true })
  await page.goto('/market')
  const total = (term: string) => page.locator('dl > div', { hasText: term }).locator('dd').textContent()
  expect(await total('active collections')).toBe('12')
  expect(await total('NFTs minted')).toBe('1,247')
  const collections = page.locator('#collections').getByRole('listitem')
  expect(await collections.count()).toBe(12)
  await page.getByText('Nothing is on sale today').waitFor()
  const facets = collections.filter({ has: page.getByRole('heading', { name: 'Mirrorball Facets' }) })
  expect(await facets.innerText()).toMatch(/Sold out[\s\S]*128 of 128 minted[\s\S]*All of them are taken/i)
  await judgePage(page, 'the market on a phone')
  await facets.getByRole('link', { name: 'Juno Swade' }).click()
  await page.getByRole('heading', { level: 1, name: 'Juno Swade' }).waitFor()
  await page.getByRole('link', { name: 'View Collection' }).click()
  await page.getByRole('heading', { level: 1, name: /Numbered/ }).waitFor()
})

test('once the owner names an exchange, the collection is on sale there', { timeout: 120_000 }, async () => {
  const desk = await browser().newPage()
  await signInOwner(site(), desk, '/admin/collections')
  await desk.goto('/admin/collections?edit=tide-tables')
  await desk.getByLabel('Where it is sold').fill('https://exchange.example/tide-tables')
  await desk.getByRole('button', { name: 'Keep the changes' }).click()
  await desk.getByRole('status').filter({ hasText: 'is changed' }).waitFor()

  const page = await browser().newPage()
  await page.goto('/market')
  const offer = page.locator('#on-sale').getByRole('listitem')
  expect(await offer.count()).toBe(1)
  expect(await offer.innerText()).toMatch(/Tide Tables[\s\S]*Vesper Swade[\s\S]*269 left/i)
  const link = offer.getByRole('link', { name: /^Buy on exchange\.example/ })
  expect(await link.getAttribute('href')).toBe('https://exchange.example/tide-tables')
  expect(await link.getAttribute('rel')).toContain('noopener')
  await judgePage(page, 'a collection on sale')
  await offer.getByRole('link', { name: 'Tide Tables', exact: true }).click()
  await page.locator('#tide-tables').getByText('On sale', { exact: true }).waitFor()
})
