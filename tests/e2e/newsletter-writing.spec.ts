import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileHtml } from '#features/newsletter/server/issues/test-hostile-html.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { type Site, startSite } from '../support/site.ts'

const [email, password] = ['writer@desk.example', 'a long enough password']
const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, phone: true }
const within = { timeout: 15_000 }
let site: Site
let browser: TestBrowser
let token: string

beforeAll(async () => {
  site = await startSite({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
  browser = await launchBrowser(site.origin)
  token = (await call<{ access_token: string }>('auth/login', { email, password })).access_token
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function call<Reply>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Reply> {
  const answer = await fetch(`${site.origin}/api/newsletter/${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'authorization': `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answer.json() as Promise<Reply>
}

/** Opens the desk as somebody who signed in before. */
async function openDesk(page: Page, search: string) {
  await page.goto('/imprint')
  await page.evaluate(`localStorage.setItem('newsletter_token', ${JSON.stringify(token)})`)
  await page.goto(`/newsletter-admin${search}`)
  await page.getByRole('heading', { level: 1, name: /Create Newsletter|Edit draft/ }).waitFor()
}

async function judge(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
  expect.soft(told, where).toEqual([])
}

const mail = (page: Page) => page.frameLocator('iframe[title="Mail preview"]')
const content = (page: Page) => page.getByRole('textbox', { name: 'Content (optional)' })

test('an editor writes an issue by keyboard, sees the mail it becomes, has it checked, and reads it in a mailbox', async () => {
  const page = await browser.newPage(desktop)
  await openDesk(page, '?tab=create')
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await page.getByText('Newsletter title is required').waitFor()
  expect(await create.isDisabled()).toBe(true)
  const title = page.getByLabel('Title')
  await title.focus()
  await page.keyboard.type('   ')
  await page.keyboard.press('Tab')
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByText('Newsletter title is required').waitFor()
  await title.fill('Sand on a plate')

  // The toolbar is one stop, and arrows go on in it.
  await page.getByRole('button', { name: 'Bold' }).focus()
  await page.keyboard.press('End')
  await page.locator('button[aria-label=Link]:focus').waitFor()
  await page.keyboard.press('Home')
  await content(page).focus()
  await page.keyboard.type('Each frequency has its own figure. ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Look closely.')
  await page.getByRole('button', { name: 'Bold', pressed: true }).waitFor()
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.getByRole('button', { name: 'Add insight' }).press('Enter')
  await page.getByLabel('Insight', { exact: true }).fill('The artists are made with AI')
  await page.getByRole('group', { name: 'insight 1' }).getByLabel('Source', { exact: true }).fill('Swade Fam')
  await page.getByRole('group', { name: 'insight 1' }).getByLabel('Source address').fill('/swade-fam')

  await mail(page).getByText('Look closely.', { exact: true }).waitFor()
  expect(await mail(page).locator('strong').textContent()).toBe('Look closely.')
  await mail(page).getByRole('link', { name: 'Swade Fam' }).waitFor()
  // The rules are looked at by a script, which a frame without rights refuses to run.
  await page.getByRole('button', { name: 'Plain text' }).click()
  await judge(page, 'writing')

  await create.press('Enter')
  await page.getByText('Newsletter created successfully!').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Edit draft' }).waitFor()
  expect(new URL(page.url()).searchParams.get('issue')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await page.getByRole('button', { name: 'Saved' }).isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Nothing stands in its way.').waitFor({ timeout: 30_000 })
  await page.getByLabel('Preheader').fill('Sound made visible')
  await page.getByLabel('Send a test to').fill('own@mailbox.example')
  await page.getByRole('button', { name: 'Save and send test' }).click()
  await page.getByText('A test mail is on its way to own@mailbox.example.').waitFor()
  await expect.poll(async () => (await site.outbox()).length, within).toBe(1)
  const [sent] = await site.outbox()
  expect(sent).toMatchObject({ subject: '[Test] Sand on a plate', to: [{ address: 'own@mailbox.example' }] })
  expect(sent!.html).toContain('Sound made visible')
  expect(sent!.text).toContain('The artists are made with AI')
  expect(sent!.text).toContain('Look closely.')
  expect(sent!.html!.length).toBeLessThan(102 * 1024)
})

test('an issue is generated, previewed with three of each, and its check finds nothing', async () => {
  const page = await browser.newPage(desktop)
  await openDesk(page, '?tab=create')
  await page.getByRole('button', { name: 'Generate content' }).click()
  await page.getByText('Content generated successfully!').waitFor({ timeout: 30_000 })
  const preview = page.getByRole('region', { name: 'Generated content' })
  for (const name of ['Key insights', 'Freemium tools']) {
    const list = preview.getByRole('heading', { name }).locator('xpath=following-sibling::ul[1]/li')
    expect(await list.count()).toBeGreaterThan(0)
    expect(await list.count()).toBeLessThanOrEqual(3)
  }
  expect(await page.getByLabel('Title').inputValue()).not.toBe('')
  // A second one asks before it replaces what stands there.
  await page.getByLabel('Title').fill('My own title')
  await page.getByRole('button', { name: 'Generate content' }).click()
  await page.getByRole('button', { name: 'Replace what I wrote' }).waitFor({ timeout: 30_000 })
  expect(await page.getByLabel('Title').inputValue()).toBe('My own title')
  await page.getByRole('button', { name: 'Leave it' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Newsletter created successfully!').waitFor()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Nothing stands in its way.').waitFor({ timeout: 30_000 })
})

test('unsaved words outlive a reload and a session that ran out, and two who write are told apart', async () => {
  const page = await browser.newPage({ ...desktop, expected: [/status of 40[19]/] })
  const { newsletter } = await call<{ newsletter: { id: string } }>('admin/newsletters', { title: 'Shared', content: { content: 'Begun' } })
  await openDesk(page, `?tab=create&issue=${newsletter.id}`)
  await page.getByLabel('Title').fill('Shared by two')
  await content(page).pressSequentially('And on. ')
  await page.reload()
  await page.getByText('Your unsaved words from before are here again.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Shared by two')
  await content(page).getByText('And on.').waitFor()

  await call(`admin/newsletters/${newsletter.id}`, { title: 'By somebody else', version: 1 }, 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText('Somebody else saved this issue meanwhile.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Shared by two')
  await page.getByRole('button', { name: 'Open it again' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue(), within).toBe('By somebody else')

  await page.getByLabel('Title').fill('Typed as the session ran out')
  await page.evaluate(`localStorage.setItem('newsletter_token', 'gone')`)
  await page.reload()
  await page.getByText('Authentication required').waitFor()
  await page.evaluate(`localStorage.setItem('newsletter_token', ${JSON.stringify(token)})`)
  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue(), within).toBe('Typed as the session ran out')
  await page.getByRole('button', { name: 'Discard them' }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('By somebody else')

  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Newsletter deleted.').waitFor()
})

test('words typed while a new issue is being created are there once it is', async () => {
  const page = await browser.newPage(desktop)
  await openDesk(page, '?tab=create')
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/newsletter/admin/newsletters', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await page.getByLabel('Title').fill('Begun')
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/admin/newsletters'))
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await asked
  await page.getByLabel('Summary').fill('Typed meanwhile.')
  held.resolve(undefined)
  await page.getByRole('heading', { level: 1, name: 'Edit draft' }).waitFor()
  await expect.poll(() => page.getByLabel('Summary').inputValue(), within).toBe('Typed meanwhile.')
  expect(await page.getByLabel('Title').inputValue()).toBe('Begun')
})

test('hostile HTML runs nothing in the preview, whichever parser reads it how often', async () => {
  const page = await browser.newPage(desktop)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await openDesk(page, '?tab=create')
  const mails: string[] = []
  for (let from = 0; from < hostileHtml.length; from += 400) {
    const html = hostileHtml
      .slice(from, from + 400)
      .join('\n')
      .slice(0, 80_000)
    mails.push(
      (await call<{ html: string }>('admin/newsletters/preview', { title: html.slice(0, 150), content: { html_content: html } })).html,
    )
  }
  expect(mails.every((html) => typeof html === 'string')).toBe(true)
  // Read, written and read again by the browser itself: the same elements, and none that acts.
  const strangers = await page.evaluate(`(() => {
    const found = new Set()
    for (let html of ${JSON.stringify(mails).replaceAll('</', '<\\/')}) {
      for (let round = 0; round < 3; round++) {
        const read = new DOMParser().parseFromString(html, 'text/html')
        for (const element of read.querySelectorAll('*')) {
          if (!/^(html|head|meta|title|style|body|div|table|tbody|tr|td|p|h1|h2|h3|ul|ol|li|blockquote|strong|em|u|s|a|br|hr)$/.test(element.localName) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.add(element.localName)
          for (const { name, value } of element.attributes) if (/^on|^srcdoc|^formaction/.test(name) || (name === 'href' && !/^(https?|mailto):/i.test(value))) found.add(name + '=' + value)
        }
        html = read.documentElement.outerHTML
      }
    }
    return [...found]
  })()`)
  expect(strangers).toEqual([])

  await page.getByLabel('Title').fill('"><img src=x onerror=alert(1)>')
  await content(page).focus()
  await page.evaluate(`(() => {
    const editor = document.querySelector('[role=textbox][contenteditable]')
    for (const html of ${JSON.stringify(hostileHtml.slice(0, 110)).replaceAll('</', '<\\/')}) {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }
  })()`)
  await mail(page).getByRole('heading', { name: '"><img src=x onerror=alert(1)>' }).waitFor()
  expect(dialogs).toEqual([])
  // It was really pasted: its words are there, and its elements are not.
  expect((await content(page).textContent())!.length).toBeGreaterThan(100)
  expect(await content(page).locator('script, iframe, svg, object, form, style, [onclick], a[href^=javascript]').count()).toBe(0)
})

test('on a phone everything is there, and nothing stands over the edge', async () => {
  const page = await browser.newPage(phone)
  await openDesk(page, '?tab=create')
  await page.getByLabel('Title').fill('Small')
  await mail(page).getByRole('heading', { name: 'Small' }).waitFor()
  await page.getByRole('button', { name: 'Plain text' }).click()
  expect(await page.getByLabel('Plain text of the mail').inputValue()).toContain('Hello Anna,')
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await judge(page, 'phone')
})
