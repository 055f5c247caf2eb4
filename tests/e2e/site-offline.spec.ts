import { expect, test } from 'vitest'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const worker = 'app/app-worker.ts'

test(`without a connection the installed app shows a page of its own in the language of the visit (${worker})`, async () => {
  const page = await site.newPage({ expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/] })
  await page.goto('/books')
  // An installed app does this at startup.
  await page.evaluate(`navigator.serviceWorker.register('/app-worker.js').then(() => navigator.serviceWorker.ready)`)
  await page.goto('/journey')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.context().setOffline(true)
  for (const [path, language, heading] of [
    ['/books', 'en', 'You are offline'],
    ['/es/journey', 'es', 'No tienes conexión'],
  ] as const) {
    await page.goto(path)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
  }
  await page.context().setOffline(false)
  await page.goto('/books')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor({ state: 'detached' })
  expect(await page.evaluate('caches.keys()')).toEqual([])
})
