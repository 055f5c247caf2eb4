import { expect, test } from 'vitest'
import { listSitemap } from '#tests/support/addresses.ts'
import { findOverflow, findUnsizedImages } from '#tests/support/page-checks/layout.ts'
import { findRunningAnimations } from '#tests/support/page-checks/motion.ts'
import { openAndCheck, checkedPages, expectNone } from '#tests/support/page-checks/visit.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const pages = [...new Set([...checkedPages, ...(await listSitemap(site.origin))])]

const pageOfFile = site.pageOfFile(
  { phone: true, javaScriptEnabled: false, expected: [/status of 404/, /ERR_FAILED/] },
  async (page) => {
    await page.route(/\.(webp|png|avif|svg)(\?|$)/, (route) => route.abort())
  },
)

test('the tests open every page of the sitemap, and one page of each other kind', () =>
  expect(pages.length).toBeGreaterThan(45))

// Without scripts a page takes a fifth of the time, so all pages are visited.
test.each(pages)('without JavaScript and images %s is complete on a phone', async (address) => {
  const page = pageOfFile()
  await openAndCheck(page, address)
  expectNone(address, 'overflow', await findOverflow(page))
  expectNone(address, 'images', await findUnsizedImages(page))
  // The pages of tests have reduced motion.
  expectNone(address, 'running under reduced motion', await findRunningAnimations(page))
})

test('without JavaScript the sign-in page of the owner says what needs it and hides the button', async () => {
  const page = pageOfFile()
  await page.goto('/admin')
  await page.getByText('Passkeys need JavaScript.').waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(false)
})

test('without JavaScript every card of the landing page is a link, no control is shown, and every section can be read', async () => {
  const page = pageOfFile()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const carousel = page.getByRole('region', { name: 'Platforms of the ecosystem', exact: true })
  expect(await carousel.locator('[aria-roledescription=slide] a[href^="/platform/"]').count()).toBe(18)
  expect(await carousel.getByRole('button').filter({ visible: true }).count()).toBe(0)
  for (const id of ['ecosystem', 'timeline', 'virtual-world', 'tokens', 'roster', 'newsletter'])
    expect(await page.locator(`#${id}`).getByRole('heading', { level: 2 }).isVisible(), id).toBe(true)
})
