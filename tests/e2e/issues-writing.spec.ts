import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hostileHtml } from '#features/issues/server/test-hostile-html.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { callNewsletterAdmin } from '#tests/support/newsletter-admin.ts'
import { pageOfTests } from '#tests/support/page-of-tests.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const soon = { timeout: 30_000 }
const callApi = <Reply>(path: string, body?: object, method?: string) =>
  callNewsletterAdmin<Reply>(site, path, body, method)
const writing = (page: Page) => page.getByRole('heading', { level: 1, name: /Create Newsletter|Edit draft/ }).waitFor()

const editorPage = pageOfTests(() => site.openEditorPage({ viewport: { width: 1440, height: 900 } }))

async function openWriter(opened: Promise<Page> = editorPage()): Promise<Page> {
  const page = await opened
  await page.goto('/newsletter-admin?tab=create')
  await writing(page)
  return page
}

const mail = (page: Page) => page.frameLocator('iframe[title="Mail preview"]')
const content = (page: Page) => page.getByRole('textbox', { name: 'Content (optional)' })

test('an editor writes, previews, checks and test-sends an issue by keyboard', async () => {
  const page = await openWriter()
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

  // The toolbar is a single tab stop, with arrow keys inside.
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
  await page.getByRole('group', { name: 'insight 1' }).getByLabel('Source URL').fill('/swade-fam')

  await mail(page).getByText('Look closely.', { exact: true }).waitFor()
  expect(await mail(page).locator('strong').textContent()).toBe('Look closely.')
  await mail(page).getByRole('link', { name: 'Swade Fam' }).waitFor()
  // The accessibility check needs scripts, which a sandboxed frame forbids.
  await page.getByRole('button', { name: 'Plain text' }).click()
  await checkAccessibility(page, 'writing', 'main')

  await create.press('Enter')
  await page.getByText('Newsletter created successfully!').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Edit draft' }).waitFor()
  expect(new URL(page.url()).searchParams.get('issue')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await page.getByRole('button', { name: 'Saved' }).isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('No problems found.').waitFor()
  await page.getByLabel('Preheader').fill('Sound made visible')
  await page.getByLabel('Send a test to').fill('own@mailbox.example')
  await page.getByRole('button', { name: 'Save and send test' }).click()
  await page.getByText('Sending a test email to own@mailbox.example.').waitFor()
  const sent = await mailTo(site, 'own@mailbox.example')
  expect(sent.subject).toBe('[Test] Sand on a plate')
  expect(sent.html).toContain('Sound made visible')
  expect(sent.text).toContain('The artists are made with AI')
  expect(sent.text).toContain('Look closely.')
  expect(sent.html!.length).toBeLessThan(102 * 1024)
})

test('unsaved changes survive a reload and an expired session, and concurrent edits conflict', async () => {
  const { newsletter } = await callApi<{ newsletter: { id: string } }>('newsletters', {
    title: 'Shared',
    content: { content: 'Begun' },
  })
  const page = await editorPage([/status of 40[19]/])
  await page.goto(`/newsletter-admin?tab=create&issue=${newsletter.id}`)
  await writing(page)
  await page.getByLabel('Title').fill('Shared by two')
  await content(page).pressSequentially('And on. ')
  await page.reload()
  await page.getByText('We restored your unsaved changes.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Shared by two')
  await content(page).getByText('And on.').waitFor()

  await callApi(`newsletters/${newsletter.id}`, { title: 'By someone else', version: 1 }, 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText('This issue was saved elsewhere after you opened it.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Shared by two')
  await page.getByRole('button', { name: 'Discard my changes and reload' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue(), soon).toBe('By someone else')

  await page.getByLabel('Title').fill('Typed as the session ran out')
  // The session has expired at the next call: the login form appears, and the work continues after sign-in.
  await page.route('**/api/newsletter/admin/**', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Authentication required' } }),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Authentication required').waitFor()
  await page.unroute('**/api/newsletter/admin/**')
  await page.reload()
  await expect.poll(() => page.getByLabel('Title').inputValue(), soon).toBe('Typed as the session ran out')
  await page.getByRole('button', { name: 'Discard restored changes' }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('By someone else')

  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Newsletter deleted.').waitFor()
})

test('on a phone everything fits, and text typed while an issue is created is kept', async () => {
  const page = await openWriter(site.takeEditorPage({ phone: true }))
  await page.getByLabel('Title').fill('Begun')
  await mail(page).getByRole('heading', { name: 'Begun' }).waitFor()
  await page.getByRole('button', { name: 'Plain text' }).click()
  expect(await page.getByLabel('Plain-text email').inputValue()).toContain('Hello Anna,')
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/newsletter/admin/newsletters', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  const testSend = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/admin/newsletters'),
  )
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await testSend
  await page.getByLabel('Summary').fill('Typed meanwhile.')
  held.resolve(undefined)
  await page.getByRole('heading', { level: 1, name: 'Edit draft' }).waitFor()
  await expect.poll(() => page.getByLabel('Summary').inputValue(), soon).toBe('Typed meanwhile.')
  expect(await page.getByLabel('Title').inputValue()).toBe('Begun')
})

test('hostile HTML runs nothing in the preview', async () => {
  const page = await openWriter()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const mails: string[] = []
  for (let from = 0; from < hostileHtml.length; from += 400) {
    const html = hostileHtml
      .slice(from, from + 400)
      .join('\n')
      .slice(0, 80_000)
    mails.push(
      (
        await callApi<{ html: string }>('newsletters/preview', {
          title: html.slice(0, 150),
          content: { html_content: html },
        })
      ).html,
    )
  }
  expect(mails.every((html) => typeof html === 'string')).toBe(true)
  // Parsed, serialized and parsed again by the browser: the same elements, and none that is active.
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
  // The text was pasted, but its elements were not.
  expect((await content(page).textContent())!.length).toBeGreaterThan(100)
  expect(
    await content(page).locator('script, iframe, svg, object, form, style, [onclick], a[href^=javascript]').count(),
  ).toBe(0)
})
