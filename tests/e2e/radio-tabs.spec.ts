import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { launchWholeBrowser } from '#tests/support/browser.ts'
import { readMedia, recordMedia } from '#tests/support/media-recorder.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const soon = { timeout: 30_000, interval: 50 }
const radio = (page: Page) => page.getByRole('button', { name: 'Play Swade Radio' })
const status = (page: Page, name: string) => page.locator(`[data-radio=${name}]`)

// All orders of clicks and messages are tested in ui/audio/speaker-property.test.ts; here real tabs exchange messages.
test('two tabs share one speaker: the second silences the first, a stop in one silences both, and what waited returns when the other ends or is closed', async () => {
  const browser = await launchWholeBrowser(site.origin, ['--autoplay-policy=user-gesture-required'])
  onTestFinished(() => browser.close())
  // With reduced motion a track bypasses the analyser, which is another code path.
  const a = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'no-preference' })
  await recordMedia(a.context())
  await a.goto('/imprint')
  const b = await a.context().newPage()
  await b.goto('/artist/luma-swade')
  await b.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  const press = async (page: Page, button = radio(page)) => {
    await page.bringToFront()
    await button.click()
  }
  /** Returns the sounds audible in both tabs, without the intro of the radio. */
  const audible = async () =>
    (await Promise.all([a, b].map(readMedia))).flatMap((one) => one.audible).filter((src) => !src.includes('intro'))
  const sounds = async (what: string) => {
    await expect.poll(audible, soon).toEqual([expect.stringContaining(what)])
  }

  await press(a)
  await status(a, 'playing').waitFor()
  await press(b)
  await status(b, 'playing').waitFor()
  await status(a, 'waiting').waitFor()
  await a.getByText('Playing in another tab').first().waitFor()
  await sounds('stream')

  await press(b)
  await status(b, 'silent').waitFor()
  await status(a, 'silent').waitFor()
  await expect.poll(audible, soon).toEqual([])

  await press(a)
  await status(a, 'playing').waitFor()
  await press(b, b.getByRole('button', { name: 'Play Glass Arcade' }))
  await status(a, 'waiting').waitFor()
  await sounds('glass-arcade')
  await press(b, b.getByRole('button', { name: 'Pause Glass Arcade' }))
  await status(a, 'playing').waitFor()
  await sounds('stream')

  await press(b)
  await status(a, 'waiting').waitFor()
  // Closing a tab sends no message about the radio.
  await b.close()
  await status(a, 'playing').waitFor()
  await expect.poll(async () => (await readMedia(a)).audible.length, soon).toBe(1)
})
