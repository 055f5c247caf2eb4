import { expect, test } from 'vitest'
import { listSitemap, pageKinds } from '#tests/support/addresses.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeSiteFolder } from '#tests/support/site-folder.ts'
import { startVenueDouble } from '#tests/support/venue-double.ts'

/** Every outside there is, each at a host that would be noticed; what the server asks by itself leads nowhere here. */
const everything = {
  SWDZ_MINT: 'So11111111111111111111111111111111111111112',
  SWDX_MINT: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v',
  SWDZ_BUY_URL: 'https://exchange.example/swdz',
  SWDX_BUY_URL: 'https://exchange.example/swdx',
  ELEVENLABS_AGENT_ID: 'agent_1234567890',
  ELEVENLABS_BASE_URL: 'http://127.0.0.1:9',
  YOUTUBE_POSTER_BASE_URL: 'http://127.0.0.1:9',
}
const videos = `videos:
  - title: A film elsewhere
    youtubeId: dQw4w9WgXcQ
`

/** Opens pages, scrolls through each as a reader does, and leaves it to the browser of the stories to notice another host. */
async function readThrough(site: Site, paths: readonly string[]): Promise<number> {
  const browser = await launchBrowser(site.origin)
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 900 },
      // A page that is not there, and a shelf of somebody who has none, say so.
      expected: [/^console: Failed to load resource: the server responded with a status of 40[134]/],
    })
    for (const path of paths) {
      await page.goto(path)
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      for (let y = 0; y < height; y += 1600) {
        await page.mouse.wheel(0, 1600)
        await page.waitForTimeout(30)
      }
      await page.waitForLoadState('networkidle')
      expect.soft(await page.locator('iframe[src^=http]').count(), path).toBe(0)
    }
    return paths.length
  } finally {
    // Complaints are judged when the test ends; by then what was asked for has been noted.
    await browser.close()
  }
}

test('with nothing configured no page asks another host for anything', { timeout: 600_000 }, async () => {
  const site = await startSite()
  try {
    expect(await readThrough(site, pageKinds)).toBeGreaterThan(15)
  } finally {
    await site.stop()
  }
})

test('with everything configured no page asks another host for anything before a click', { timeout: 600_000 }, async () => {
  const room = await startVenueDouble()
  const folder = makeSiteFolder({
    'platforms.yaml': (text) => text.replaceAll("url: ''", "url: 'https://platform.example/'"),
    'artists/nova-swade/artist.yaml': (text) => `${text.trimEnd()}\n${videos}`,
  })
  const site = await startSite({ folder: folder.folder, env: { ...everything, SPATIAL_ROOM_URL: room.roomUrl } })
  try {
    const policy = (await fetch(site.origin)).headers.get('content-security-policy') ?? ''
    // So that silence proves something: the policy would let them all be asked.
    expect(policy).toContain(room.origin)
    expect(policy).toContain('https://www.youtube-nocookie.com')
    const profiles = (await listSitemap(site.origin)).filter((path) => path.startsWith('/artist/')).slice(0, 3)
    await readThrough(site, [...new Set([...pageKinds, ...profiles])])
    expect(room.asked()).toEqual([])
  } finally {
    await site.stop()
    folder.remove()
    await room.stop()
  }
})
