import { expect, test } from 'vitest'
import { soundFrom, taggedTrack } from '#features/tracks/server/test-tracks.ts'
import { pressAfterTest } from '#tests/support/press-after-test.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const screen = '/admin/tracks'
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/mpeg', buffer })

test('the owner uploads several files, sees why one is rejected, and adds a corrected track to the station', async () => {
  // The last one is pressed first: a track leaves the station before it is discarded.
  for (const title of ['Night Bus', 'Night Bus, corrected', 'Day Tram'])
    pressAfterTest(site, screen, `Discard ${title}`)
  pressAfterTest(site, screen, 'Remove from the station : Night Bus, corrected')
  const page = await site.takeOwnerPage({ expected: [/status of 400/] })
  await page.goto(screen)
  const night = file('night.mp3', taggedTrack(soundFrom(400), { TIT2: 'Night Bus', TPE1: 'Luma Swade' }))
  const day = file('Ada - Day Tram.mp3', soundFrom(900))
  await page
    .getByLabel('MP3 files', { exact: true })
    .setInputFiles([night, file('page.mp3', Buffer.from('<!doctype html>')), day])
  await page.getByText('3 of 3 files processed: 2 imported, 1 not imported').waitFor()
  const uploads = page.getByRole('list', { name: 'Uploaded files' })
  expect(await uploads.getByText('Imported as').count()).toBe(2)
  expect(await uploads.innerText()).toMatch(/page\.mp3\s+This is a web page/)
  const waiting = page.getByRole('list', { name: 'Tracks waiting' })
  await waiting.getByText('On the roster as Luma Swade.').waitFor()

  // Chosen again, the finished files are not sent again.
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.getByLabel('MP3 files', { exact: true }).setInputFiles([night, day])
  await page.getByText('2 of 2 files processed: 2 already on the site').waitFor()
  expect(await uploads.getByText('Already on the site:').count()).toBe(2)
  expect(posts).toEqual([])

  const first = waiting.getByRole('listitem').filter({ hasText: 'night.mp3' })
  await first.getByLabel('Title').fill('Night Bus, corrected')
  await first.getByLabel('Action').selectOption('Add to the station')
  await page.getByRole('button', { name: 'Add tracks' }).click()
  await page.getByText('1 track was added.').waitFor()
  expect(await page.getByRole('list', { name: 'Added tracks' }).innerText()).toMatch(/Night Bus, corrected Luma Swade/)
  expect(await waiting.getByRole('listitem').count()).toBe(1)
})

test('the owner plays and pauses a track by keyboard, which pauses the radio; a file that fails shows what to do', async () => {
  pressAfterTest(site, screen, 'Discard Night Ferry')
  // The service worker would answer in place of the test.
  const page = await site.newOwnerPage({ expected: [/status of 404/], serviceWorkers: 'block' })
  await page.goto(screen)
  await page.getByLabel('MP3 files', { exact: true }).setInputFiles([file('Ada - Night Ferry.mp3', soundFrom(1400))])
  const row = page
    .getByRole('list', { name: 'Tracks waiting' })
    .getByRole('listitem')
    .filter({ hasText: 'Night Ferry' })
  const listen = row.getByRole('button', { name: 'Listen to Night Ferry' })
  await page.route('**/api/owner/tracks/*/audio', (route) => route.fulfill({ status: 404 }))
  await listen.press('Enter')
  await row.getByRole('status').getByText('This file cannot be played.').waitFor()
  await page.unroute('**/api/owner/tracks/*/audio')

  await page.getByRole('button', { name: 'Play Swade Radio' }).click()
  await page.locator('[data-radio=playing]').waitFor()
  await listen.press('Enter')
  const pause = row.getByRole('button', { name: 'Pause Night Ferry' })
  await pause.waitFor()
  await page.locator('[data-radio=waiting]').waitFor()
  // It is the same button, so the keyboard stays on it.
  await page.keyboard.press('Enter')
  await listen.waitFor()
  await row.locator('button:focus').waitFor()
  await page.locator('[data-radio=playing]').waitFor()
})
