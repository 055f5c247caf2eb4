import { expect, test } from 'vitest'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const email = 'access-listener@example.com'

test('signing up and unsubscribing break no accessibility rule: with an error, while sending, when done, before and after unsubscribing', async () => {
  const page = await site.newPage({ phone: true, reducedMotion: 'reduce', expected: [/status of 400/] })
  await page.goto('/newsletter')
  await page.getByLabel('Email').fill('nobody@nowhere')
  await page.getByRole('button', { name: 'Subscribe' }).tap()
  await page.getByRole('alert').waitFor()
  await checkAccessibility(page, 'refused', 'main')

  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/newsletter/subscribe', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).tap()
  await page.getByRole('button', { name: 'Subscribing...' }).waitFor()
  await checkAccessibility(page, 'submitting', 'main')
  answer()
  await page.getByRole('status').waitFor()
  await checkAccessibility(page, 'done', 'main')

  const findMail = async () =>
    (await site.outbox()).find(({ to }) => to?.some(({ address }) => address === email))?.text ?? ''
  await expect.poll(findMail, { timeout: 20_000 }).toContain('/newsletter/unsubscribe/')
  await page.goto(/\/newsletter\/unsubscribe\/[\w-]+/.exec(await findMail())?.[0] ?? '')
  await checkAccessibility(page, 'before leaving')
  await page.getByRole('button', { name: 'Unsubscribe' }).tap()
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  await checkAccessibility(page, 'left')
})
