import type { Browser } from 'playwright-core'
import type { LockedPages } from './locked-pages.ts'

/** Everything the browser kept, as text: cache storage, databases, local and session storage, and the page itself. */
const kept = `(async () => {
  const parts = [document.documentElement.outerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) parts.push(request.url, await (await cache.match(request)).clone().text())
  }
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((done, fail) => Object.assign(indexedDB.open(name), { onsuccess: (e) => done(e.target.result), onerror: fail }))
    for (const store of db.objectStoreNames) {
      const all = await new Promise((done) => (db.transaction(store).objectStore(store).getAll().onsuccess = (e) => done(e.target.result)))
      parts.push(JSON.stringify(all))
    }
    db.close()
  }
  return parts.join(' ')
})()`

/**
 * Opens a paid book in a browser, goes through it to the end and back, and answers every body that came and everything
 * that was kept.
 */
export async function readAsVisitor(
  browser: Browser,
  origin: string,
  book: LockedPages,
): Promise<{ from: string; body: Buffer }[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
  const page = await context.newPage()
  const coming: Promise<{ from: string; body: Buffer } | undefined>[] = []
  // A redirect has no body, and what a closed page still asked for never came.
  context.on(
    'response',
    (response) =>
      void coming.push(
        response.body().then(
          (body) => ({ from: `browser: ${response.url()}`, body }),
          () => undefined,
        ),
      ),
  )
  try {
    await page.goto(`${origin}/book/${book.id}/read`)
    await page.waitForSelector('html[data-ready=true]', { state: 'attached' })
    await page.getByRole('button', { name: 'Load Book' }).click()
    const field = page.getByLabel('Go to page')
    for (const number of [1, 3, 5, 6, 7, 12, book.pages, 1]) {
      await field.fill(String(number))
      await field.press('Enter')
      await page.waitForTimeout(700)
    }
    await page.goto(`${origin}/book/${book.id}/read?page=9`, { waitUntil: 'networkidle' })
    const bodies = await Promise.all(coming)
    return [
      ...bodies.filter((body) => body !== undefined),
      { from: 'kept by the browser', body: Buffer.from(await page.evaluate<string>(kept)) },
    ]
  } finally {
    await context.close()
  }
}
