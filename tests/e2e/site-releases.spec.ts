import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const failed = 'Something went wrong'

/** Serves data that the page's scripts cannot read, as a host of another release may. */
const unreadable = (route: Route) => route.fulfill({ contentType: 'text/x-script', body: '[' })

/** Serves documents that the page's scripts request as another release would. */
async function renameRelease(route: Route): Promise<void> {
  if (route.request().resourceType() !== 'fetch') return route.continue()
  const answer = await route.fetch()
  const body = (await answer.text()).replace(/(<meta name="release" content=)"[\w-]+"/, '$1"another"')
  return route.fulfill({ response: answer, body })
}

async function openJourney(page: Page): Promise<void> {
  await page.locator('footer').getByRole('link', { name: 'Journey', exact: true }).click()
}

test('a page whose data another release has sent is loaded as a document; without another release the error stays', async () => {
  const options = { expected: [/./], serviceWorkers: 'block' as const }
  const page = await site.newPage(options)
  await page.goto('/books')
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  await page.route('**/journey.data*', unreadable)
  const response = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/journey')
  await openJourney(page)
  await page.getByRole('heading', { level: 1, name: failed }).waitFor()
  await (await response).finished()
  expect(documents).toEqual([])

  await page.goto('/books')
  await page.route('**/journey', renameRelease)
  await openJourney(page)
  await page.getByRole('heading', { level: 1, name: 'The Journey' }).waitFor()
  expect(documents).toEqual(['/books', '/journey'])
})

test('a page whose data says that another release sent it is loaded as a document, whichever host answers', async () => {
  const page = await site.newPage({ expected: [/MISSING_MESSAGE/], serviceWorkers: 'block' })
  await page.goto('/books')
  const release = (await page.locator('meta[name=release]').getAttribute('content'))!
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  // The text has another name there. Documents come from a host that runs the release of the page.
  await page.route('**/journey.data*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(release, 'another').replaceAll('"timeline"', '"career"')
    return route.fulfill({ response: answer, body })
  })
  await openJourney(page)
  await expect.poll(() => documents).toEqual(['/journey'])
  await page.getByRole('heading', { name: 'Career Timeline' }).waitFor()
})

test('a page that is missing is not requested a second time', async () => {
  const page = await site.newPage({ expected: [/404/] })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/no-such-page')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(requests.filter((path) => path === '/no-such-page')).toHaveLength(1)
})
