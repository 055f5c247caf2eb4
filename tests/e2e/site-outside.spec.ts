import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageKinds } from '#tests/support/addresses.ts'
import { listLoaded } from '#tests/support/page-checks/html.ts'
import { readToTheEnd } from '#tests/support/page-checks/motion.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeSiteFolder, type SiteFolder } from '#tests/support/site-folder.ts'
import { openPagesOf, sharedBrowser } from '#tests/support/shared-site.ts'
import { startVenueFake, type VenueFake } from '#tests/support/venue-fake.ts'

const shared = sharedBrowser()
/** All pages with external content, besides the start page. */
const pagesWithServices = ['/artist/nova-swade', '/platform/downbeat', '/tokens']
/** The other templates of the sitemap, and a second page of those that have external content. */
const morePages = ['/radio', '/developers', '/imprint', '/artist/onyx-swade', '/platform/swade-radio']

/**
 * All external services, each at a host whose requests would be noticed; requests of the server itself lead nowhere
 * here.
 */
const everything = {
  SWDZ_MINT: 'So11111111111111111111111111111111111111112',
  SWDX_MINT: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v',
  SWDZ_BUY_URL: 'https://exchange.example/swdz',
  ELEVENLABS_AGENT_ID: 'agent_1234567890',
  ELEVENLABS_BASE_URL: 'http://127.0.0.1:9',
  YOUTUBE_POSTER_BASE_URL: 'http://127.0.0.1:9',
}
const videos = `videos:
  - title: A film elsewhere
    youtubeId: dQw4w9WgXcQ
`

let room: VenueFake
let folder: SiteFolder
let site: Site

beforeAll(async () => {
  room = await startVenueFake()
  folder = makeSiteFolder({
    'platforms.yaml': (text) => text.replaceAll("url: ''", "url: 'https://platform.example/'"),
    'artists/nova-swade/artist.yaml': (text) => `${text.trimEnd()}\n${videos}`,
  })
  site = await startSite({ folder: folder.folder, env: { ...everything, SPATIAL_ROOM_URL: room.roomUrl } })
})
afterAll(async () => {
  await site?.stop()
  folder?.remove()
  await room?.stop()
})

test.each([
  ['on a phone', true],
  ['on a desktop', false],
])('%s connected services appear; before a click their pages request no other host', async (_name, phone) => {
  const policy = (await fetch(site.origin)).headers.get('content-security-policy') ?? ''
  // Proves that the policy would allow all of them.
  expect(policy).toContain(room.origin)
  expect(policy).toContain('https://www.youtube-nocookie.com')
  // The browser of the tests itself reports other hosts.
  const page = await openPagesOf(site).newPage(phone ? { phone } : { viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  await readToTheEnd(page)
  const venue = page.locator('#virtual-world')
  const door = venue.getByRole('link', { name: phone ? 'Open in Spatial App' : 'Open Full' })
  expect(await door.getAttribute('href')).toBe(room.roomUrl)
  expect(await door.getAttribute('rel')).toContain('noopener')
  for (const fact of ['Live Virtual Space', 'Guest Access', 'Voice Chat'])
    expect(await venue.getByText(fact).isVisible()).toBe(true)
  const buy = page.locator('#tokens').getByRole('link', { name: 'Buy SWDZ' })
  expect(await buy.getAttribute('href')).toBe('https://exchange.example/swdz')
  expect(await buy.getAttribute('rel')).toContain('noopener')
  expect(await page.locator('#tokens').getByRole('link', { name: 'Buy SWDX' }).count()).toBe(0)
  if (phone) {
    // The app opens the room; the page has no button for it.
    expect(((await door.boundingBox())?.height ?? 0) >= 44).toBe(true)
    expect(await venue.getByRole('button', { name: 'Enter the Venue' }).count()).toBe(0)
    expect(await venue.getByRole('link', { name: 'Open Full' }).count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  } else {
    for (const path of pagesWithServices) {
      await page.goto(path)
      await readToTheEnd(page)
      expect.soft(await page.locator('iframe[src^=http]').count(), path).toBe(0)
    }
  }
  expect(room.requests()).toEqual([])
})

test('with connected services, no page references a resource of another host', async () => {
  const ours = new Set([site.origin, site.origin.replace('127.0.0.1', 'localhost')])
  for (const path of new Set([...pageKinds, ...morePages])) {
    const loaded = listLoaded(await (await fetch(site.origin + path)).text())
    expect.soft(loaded.length, path).toBeGreaterThan(3)
    const outside = loaded.filter((one) => !/^(data|blob):/.test(one) && !ours.has(new URL(one, site.origin).origin))
    expect.soft(outside, path).toEqual([])
  }
  expect(room.requests()).toEqual([])
})

test('the browser blocks injected scripts, handlers, addresses and evaluated text', async () => {
  const page = await shared.takePage({ expected: [/Content Security Policy/, /elsewhere\.example/, /data:broken/] })
  await page.goto('/terms')
  await page.evaluate(`
    ran = []
    refused = []
    ended = 0
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
    const end = () => { ended += 1 }
    const put = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes))
    put('script', { textContent: 'ran.push("inline")' })
    put('script', { src: 'data:text/javascript,ran.push("data")', onerror: end })
    put('script', { src: 'https://elsewhere.example/x.js', onerror: end })
    const image = document.createElement('img')
    image.setAttribute('onerror', 'ran.push("handler")')
    image.addEventListener('error', end)
    image.src = 'data:broken'
    document.body.append(image)
    const link = Object.assign(document.createElement('a'), { href: 'javascript:ran.push("address")' })
    document.body.append(link)
    link.click()
    setTimeout('ran.push("evaluated")', 0)
    setTimeout(end, 0)
    undefined
  `)
  await expect.poll(() => page.evaluate('[ended, refused.length >= 5]'), { timeout: 20_000 }).toEqual([4, true])
  expect(await page.evaluate('ran')).toEqual([])
})
