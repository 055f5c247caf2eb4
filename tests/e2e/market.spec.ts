import { expect, test } from 'vitest'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { pressAfterTest } from '#tests/support/press-after-test.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const done = '[role=status]'

test('an edit with the keyboard alone is visible on the market and at the artist at once, and can be undone', async () => {
  pressAfterTest(site, '/admin/collections?edit=slow-voltage-twelve-rooms', 'Save changes', {
    name: 'Slow Voltage: Twelve Rooms',
    minted: '148',
  })
  const admin = await site.takeOwnerPage({ expected: [/status of 400/] })
  await admin.goto('/admin/collections')
  const figure = (term: string) => admin.locator('dl > div', { hasText: term }).locator('dd')
  expect(await figure('Active Collections').textContent()).toBe('12')
  expect(await figure('NFTs Minted').textContent()).toBe('1,247')
  await checkAccessibility(admin, 'the rows', 'main')
  await admin.getByRole('link', { name: 'Edit Slow Voltage: Twelve Rooms' }).focus()
  await admin.keyboard.press('Enter')
  const form = admin.getByRole('form', { name: 'Edit Slow Voltage: Twelve Rooms' })
  await form.waitFor()
  await checkAccessibility(admin, 'a row open for editing', 'main')
  await admin.locator('input[name=name]:focus').waitFor()
  await admin.keyboard.press('Control+A')
  await admin.keyboard.type('Thirteen Rooms')
  await form.getByLabel('Minted').fill('241')
  await admin.keyboard.press('Enter')
  await admin.getByText('Minted cannot be higher than supply.').waitFor()
  await admin.locator('input[name=minted]:focus').waitFor()
  await admin.keyboard.press('Control+A')
  await admin.keyboard.type('150')
  await admin.keyboard.press('Enter')
  await admin.locator(done, { hasText: 'Thirteen Rooms was saved' }).waitFor()
  // The result is announced shortly before the page reloads its data.
  await expect.poll(() => figure('NFTs Minted').textContent(), { timeout: 20_000 }).toBe('1,249')
  expect(await readPage('/market')).toMatch(/Thirteen Rooms[^]*1,249|1,249[^]*Thirteen Rooms/)
  expect(await readPage('/artist/nova-swade')).toContain('Thirteen Rooms')

  await admin.getByRole('button', { name: 'Undo' }).click()
  await admin.locator(done, { hasText: 'The last change to Thirteen Rooms was undone' }).waitFor()
  expect(await readPage('/market')).toContain('Slow Voltage: Twelve Rooms')
})

const readPage = async (path: string) => (await fetch(site.origin + path)).text()

test('of two windows the second gets an error and keeps its input; an exchange URL puts the collection on sale', async () => {
  const edit = '/admin/collections?edit=tide-tables'
  const second = await site.takeOwnerPage({ phone: true, expected: [/status of 409/] })
  await second.goto(edit)
  pressAfterTest(site, edit, 'Save changes', { url: '' })
  const first = openPlainVisitor(site, await site.ownerCookie())
  await first.get(edit)
  const saved = await first.press('Save changes', { url: 'https://exchange.example/tide-tables' })
  expect(saved.text).toContain('was saved')
  await second.getByLabel('Minted').fill('98')
  await second.getByRole('button', { name: 'Save changes' }).click()
  await second.getByRole('alert').filter({ hasText: 'changed in another window' }).waitFor()
  expect(await second.getByLabel('Minted').inputValue()).toBe('98')
  // Every other button of the page would close the form. Signing out asks before it happens.
  for (const name of ['Close Unmapped', 'Logout']) {
    const asked = second.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss()
      return dialog.message()
    })
    await second.getByRole('button', { name }).click()
    expect(await asked).toBe('You have unsaved changes. Continue without saving?')
    expect(await second.getByLabel('Minted').inputValue()).toBe('98')
  }
  expect((await second.request.get('/api/owner/sessions')).status()).toBe(200)
  // Links within the page lose nothing, nor does going back from one.
  await second.evaluate('document.querySelector("a[href=\\"#content\\"]").click()')
  await second.waitForURL(/#content$/)
  await second.evaluate('document.querySelector("a[href=\\"#content\\"]").click()')
  await second.goBack()
  await second.waitForURL(/collections$/)
  expect(await second.getByLabel('Minted').inputValue()).toBe('98')
  // Cancel needs no question; an unexpected one would be dismissed, and the form would stay.
  await second.getByRole('link', { name: 'Cancel' }).click()
  await second.getByLabel('Minted').waitFor({ state: 'detached' })

  await second.goto('/market')
  const offer = second.locator('#on-sale').getByRole('listitem')
  expect(await offer.count()).toBe(1)
  expect(await offer.innerText()).toMatch(/Tide Tables[\s\S]*Vesper Swade[\s\S]*269 left/i)
  const link = offer.getByRole('link', { name: /^Buy on exchange\.example/ })
  expect(await link.getAttribute('href')).toBe('https://exchange.example/tide-tables')
  expect(await link.getAttribute('rel')).toContain('noopener')
  await checkAccessibility(second, 'a collection on sale', 'main')
  await offer.getByRole('link', { name: 'Tide Tables', exact: true }).click()
  await second.locator('#tide-tables').getByText('On sale', { exact: true }).waitFor()
})
