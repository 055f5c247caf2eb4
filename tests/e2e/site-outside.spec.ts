import { expect, test } from 'vitest'
import { listSitemap, pageKinds } from '#tests/support/addresses.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { listLoaded } from '#tests/support/page-checks/html.ts'
import { readToTheEnd } from '#tests/support/page-checks/motion.ts'
import { startSite } from '#tests/support/site.ts'
import { makeSiteFolder } from '#tests/support/site-folder.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'
import { startVenueFake } from '#tests/support/venue-fake.ts'

const shared = sharedBrowser()

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

test('connected services appear; before a click their pages request no other host, and no page references one', async () => {
  const room = await startVenueFake()
  const folder = makeSiteFolder({
    'platforms.yaml': (text) => text.replaceAll("url: ''", "url: 'https://platform.example/'"),
    'artists/nova-swade/artist.yaml': (text) => `${text.trimEnd()}\n${videos}`,
  })
  const site = await startSite({ folder: folder.folder, env: { ...everything, SPATIAL_ROOM_URL: room.roomUrl } })
  const browser = await launchBrowser(site.origin)
  try {
    const policy = (await fetch(site.origin)).headers.get('content-security-policy') ?? ''
    // Proves that the policy would allow all of them.
    expect(policy).toContain(room.origin)
    expect(policy).toContain('https://www.youtube-nocookie.com')
    // The browser of the tests itself reports other hosts.
    for (const phone of [true, false]) {
      const page = await browser.newPage(phone ? { phone } : { viewport: { width: 1440, height: 900 } })
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
      if (phone) continue
      for (const path of ['/artist/nova-swade', '/platform/downbeat', '/tokens']) {
        await page.goto(path)
        await readToTheEnd(page)
        expect.soft(await page.locator('iframe[src^=http]').count(), path).toBe(0)
      }
    }
    // These are all pages with external content; of the others, the resources are listed.
    const ours = new Set([site.origin, site.origin.replace('127.0.0.1', 'localhost')])
    for (const path of new Set([...(await listSitemap(site.origin)), ...pageKinds])) {
      const loaded = listLoaded(await (await fetch(site.origin + path)).text())
      expect.soft(loaded.length, path).toBeGreaterThan(3)
      const outside = loaded.filter((one) => !/^(data|blob):/.test(one) && !ours.has(new URL(one, site.origin).origin))
      expect.soft(outside, path).toEqual([])
    }
    expect(room.requests()).toEqual([])
  } finally {
    // Errors are checked when the test ends; by then all requests have been recorded.
    await browser.close()
    await site.stop()
    folder.remove()
    await room.stop()
  }
})

test('the browser blocks injected scripts, handlers, addresses and evaluated text', async () => {
  const page = await shared.newPage({ expected: [/Content Security Policy/, /elsewhere\.example/, /data:broken/] })
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
