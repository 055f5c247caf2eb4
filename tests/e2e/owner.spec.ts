import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { focused } from '../support/focused.ts'
import { ownerEmail, signInOwner } from '../support/sign-in-owner.ts'
import { type Site, startSite } from '../support/site.ts'

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

const denied = [/status of 403/]
const tabs = ['Needs you', 'Books Management', 'Orders', 'NFT Management', 'Artist Submissions', 'Content', 'Settings']

/** Every page of the desk, as the list of routes names them. */
const deskPages = [...readFileSync(join(import.meta.dirname, '../../app/routes.ts'), 'utf8').matchAll(/route\('(admin\/[^']+)'/g)].map(
  ([, path = '']) => `/${path.replace(/:\w+/g, 'x')}`,
)

async function newCode(known: number): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const mails = (await site.outbox()).filter(({ subject }) => subject === 'Your code for the desk')
    if (mails.length > known)
      return /\b\d{8}\b/.exec(mails.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? '')).at(-1)?.text ?? '')?.[0] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no code came')
}
const countCodes = async () => (await site.outbox()).filter(({ subject }) => subject === 'Your code for the desk').length

test('the owner signs in by keyboard alone, walks the tabs and signs out', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, expected: denied })
  await page.goto('/admin')
  await page.getByRole('heading', { level: 1, name: 'Admin Access' }).waitFor()
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('somebody@else.example')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Access denied. Only hello@swade.example can access this area.').waitFor()

  const known = await countCodes()
  await page.getByLabel('Email').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(ownerEmail)
  await page.keyboard.press('Enter')
  await page.locator('input[name=code]:focus').waitFor()
  await page.keyboard.type('00000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This code is not right').waitFor()
  const code = await newCode(known)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/inbox')
  await page.getByText(`Welcome back, ${ownerEmail}`).waitFor()

  const nav = page.getByRole('navigation', { name: 'The desk' })
  // Without how many things wait there.
  expect((await nav.getByRole('link').allTextContents()).map((text) => text.replace(/\d.*$/, ''))).toEqual(tabs)
  for (const name of tabs) {
    await nav.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await nav.locator('[aria-current=page]').filter({ hasText: name }).waitFor()
  }
  expect(await page.evaluate('localStorage.getItem("swade-owner-email")')).toBe(ownerEmail)
  await page.getByRole('button', { name: 'Logout' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Admin Access' }).waitFor()
  expect(await page.evaluate('localStorage.getItem("swade-owner-email")')).toBe(null)
  await page.goto('/admin/settings')
  expect(new URL(page.url()).pathname).toBe('/admin')
})

test('the gate and the desk work without script, and lead to the page that was asked for', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false, phone: true, expected: [/status of 400/] })
  const known = await countCodes()
  await page.goto('/admin/settings')
  expect(page.url()).toContain('/admin?next=%2Fadmin%2Fsettings')
  await page.getByLabel('Email').fill(ownerEmail)
  await page.getByRole('button', { name: 'Access Admin Dashboard' }).click()
  await page.getByLabel('Code').fill(await newCode(known))
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await page.waitForURL('**/admin/settings')
  await page.getByLabel('Spatial room').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Set these values' }).click()
  await page.getByText('Please give a whole address that begins with https://.').waitFor()
  await page.getByLabel('Spatial room').fill('')
  await page.getByLabel('Support email').fill('label@swade.example')
  await page.getByRole('button', { name: 'Set these values' }).click()
  await page.getByRole('status').getByText('Set. Pages and mails show it from now on.').waitFor()
  await page.goto('/imprint')
  await page.getByText('label@swade.example').first().waitFor()
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Reset to configuration' }).click()
  await page.getByRole('status').getByText('Everything is as configured again.').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
})

test('what a browser keeps of the owner opens nothing', async () => {
  const page = await browser.newPage()
  await page.goto('/')
  await page.evaluate(
    `for (const name of ['swade-owner-email', 'admin_email', 'swade-owner', 'owner']) localStorage.setItem(name, '${ownerEmail}')`,
  )
  await page.goto('/admin/orders')
  expect(new URL(page.url()).pathname).toBe('/admin')
  expect(await page.getByLabel('Email').inputValue(), 'it fills the form').toBe(ownerEmail)
  const answer = await page.request.get('/api/owner/sessions')
  expect(answer.status()).toBe(401)
})

test('every page of the desk is refused to everybody but the owner, and every act from a foreign page', async () => {
  expect(deskPages.length).toBeGreaterThanOrEqual(10)
  const page = await browser.newPage()
  await signInOwner(site, page)
  const live = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const second = await browser.newPage()
  await signInOwner(site, second)
  const gone = (await second.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await second.getByRole('button', { name: 'Logout' }).click()
  await second.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()

  const wrong: string[] = []
  const ask = (path: string, init: RequestInit) => fetch(site.origin + path, { redirect: 'manual', ...init })
  const isSentToGate = async (answer: Response) => {
    if (answer.status === 303) return answer.headers.get('location')?.startsWith('/admin?next=') ?? false
    return answer.status === 202 && (await answer.text()).includes('"/admin?next=')
  }
  const cookies = { 'none': '', 'guessed': `swade-owner=${'a'.repeat(32)}`, 'signed out': gone }
  for (const path of deskPages) {
    for (const address of [path, `${path}.data`, `${path}/`, path.toUpperCase()]) {
      for (const [name, cookie] of Object.entries(cookies)) {
        const looked = await ask(address, { headers: { cookie } })
        if (!(await isSentToGate(looked)) && looked.status !== 404) wrong.push(`GET ${address}, ${name}: ${looked.status}`)
        for (const origin of [site.origin, 'https://evil.example', undefined]) {
          const headers = { cookie, ...(origin && { origin }), 'content-type': 'application/x-www-form-urlencoded' }
          const acted = await ask(address, { method: 'POST', headers, body: 'act=reset' })
          if (!(await isSentToGate(acted)) && ![400, 403, 404].includes(acted.status))
            wrong.push(`POST ${address}, ${name}, ${origin}: ${acted.status}`)
        }
      }
      for (const origin of ['https://evil.example', 'null', undefined]) {
        const headers = { 'cookie': live, ...(origin && { origin }), 'content-type': 'application/x-www-form-urlencoded' }
        const acted = await ask(address, { method: 'POST', headers, body: 'act=reset' })
        if (![400, 403, 404].includes(acted.status)) wrong.push(`POST ${address}, signed in, from ${origin}: ${acted.status}`)
      }
    }
  }
  expect(wrong).toEqual([])
  const settings = await ask('/admin/settings', { headers: { cookie: live } })
  expect(settings.headers.get('cache-control')).toBe('no-store')
  expect(settings.status).toBe(200)
})

test('the owner sees when the letter goes, and holds all letters back and lets them go, without script', async () => {
  const signedIn = await browser.newPage()
  await signInOwner(site, signedIn, '/admin/settings')
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.context().addCookies(await signedIn.context().cookies())
  await page.goto('/admin/settings')
  const letter = page.getByRole('region', { name: 'The Friday letter' })
  expect(await letter.innerText()).toMatch(/Friday[^]*09:00/)
  await letter.getByRole('button', { name: 'Hold all letters back' }).click()
  await page.getByText('Held. No letter leaves before you say so.').waitFor()
  expect(await letter.innerText()).toContain('Held back: nothing leaves.')
  await letter.getByRole('button', { name: 'Let letters go again' }).click()
  await page.getByText('Letters go out by themselves again.').waitFor()
  expect(await letter.innerText()).not.toContain('Held back')
})

test('signing out everywhere ends the desk in every browser', async () => {
  const [phone, laptop] = [await browser.newPage({ phone: true }), await browser.newPage()]
  await signInOwner(site, phone, '/admin/settings')
  await signInOwner(site, laptop)
  const kept = () => phone.evaluate<string | null>('localStorage.getItem("swade-owner-email")')
  expect(await kept()).not.toBeNull()
  await phone.getByRole('button', { name: 'Sign out everywhere' }).click()
  await phone.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
  expect(await kept()).toBeNull()
  await laptop.getByRole('link', { name: 'Settings' }).click()
  await laptop.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
  expect(laptop.url()).toContain('next=%2Fadmin%2Fsettings')
})

test('an answer is in sight with its focus, also when Enter follows Tab at once', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, expected: [/status of 400/] })
  await signInOwner(site, page, '/admin/settings')
  await page.getByLabel('Spatial room').fill('javascript:alert(1)')
  const last = `[...document.querySelectorAll('form:has(button[value=save]) :is(input:not([type=hidden]), textarea)')].at(-1)`
  for (let tries = 0; tries < 4; tries += 1) {
    // Tab sets the page in motion to the button, which stands below the window.
    await page.evaluate(`scrollTo({ top: 0, behavior: 'instant' }), ${last}.focus({ preventScroll: true })`)
    await page.keyboard.press('Tab')
    const answered = page.waitForResponse((reply) => reply.request().method() === 'POST')
    await page.keyboard.press('Enter')
    await answered
    await expect.poll(() => focused(page), { timeout: 20_000 }).toMatch(/^Nothing was set/)
    // And stays there.
    await sleep(900)
    expect(await focused(page)).toMatch(/^Nothing was set/)
  }
})
