import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startAzuracastFake } from '#tests/support/azuracast-fake.ts'
import { readMedia, recordMedia } from '#tests/support/media-recorder.ts'
import { startIcecast } from '#tests/support/icecast.ts'
import { openPagesOf } from '#tests/support/shared-site.ts'
import { startSite } from '#tests/support/site.ts'

const root = join(import.meta.dirname, '../..')

// Failing and vanishing stations are tested in features/radio/server/azuracast/external-station.test.ts.
test("the bar shows what the owner's AzuraCast says and plays its stream, with a real Icecast at the other end", async () => {
  const icecast = await startIcecast(globSync('content/artists/*/*.mp3', { cwd: root }).map((path) => join(root, path)))
  onTestFinished(() => icecast.stop())
  const station = await startAzuracastFake({ listenUrl: icecast.streamUrl })
  onTestFinished(() => station.close())
  station.play({ artist: 'Luma Swade', title: 'Prism &amp; Light' })
  const site = await startSite({ env: { AZURACAST_URL: station.url, AZURACAST_STATION: station.station } })
  onTestFinished(() => site.stop())

  const page = await openPagesOf(site).newPage({ expected: [/^another host: http:\/\/127\.0\.0\.1:\d+\/radio\.mp3/] })
  await recordMedia(page.context())
  await page.goto('/imprint')
  const bar = page.getByRole('region', { name: 'Radio' })
  await bar.getByText('Prism & Light').waitFor()
  await bar.getByText('Luma Swade').waitFor()
  expect(await bar.getByRole('link', { name: /Prism/ }).getAttribute('href')).toBe('/artist/luma-swade')
  await bar.getByText('42').first().waitFor()
  await page.getByRole('button', { name: 'Play Swade Radio' }).click()
  await expect.poll(async () => (await readMedia(page)).decodedBytes, { timeout: 30_000 }).toBeGreaterThan(32_000)
  await expect
    .poll(async () => (await readMedia(page)).audible, { timeout: 30_000 })
    .toEqual([expect.stringContaining(icecast.streamUrl)])

  // Players that know only our address are redirected there, and pages work as before when a station has just vanished.
  const sent = await fetch(`${site.origin}/radio/stream.mp3`, { redirect: 'manual' })
  expect([sent.status, sent.headers.get('location')]).toEqual([307, icecast.streamUrl])
  await station.close()
  for (const path of ['/', '/swade-fam', '/dev/station'])
    expect((await fetch(site.origin + path)).status, path).toBe(200)
})
