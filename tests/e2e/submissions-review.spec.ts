import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { consentText } from '#features/submissions/contract.ts'
import { withSiteName } from '#shared/site-identity.ts'
import { shortTrack } from '#features/submissions/server/upload/test-files.ts'
import { focused } from '#tests/support/focused.ts'
import { sendTrack } from '#tests/support/send-track.ts'
import { takeScrollPositions, waitUntilArrived, waitUntilStill, recordScroll } from '#tests/support/settled.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()

// An accepted track in the stream is tested in tests/system/submissions.test.ts, and what the artist is told of a
// decision and its reversal in submission-admin.feature.test.ts.
test('a track is played and accepted by keyboard; a decision is undone beside its result or in its panel', async () => {
  const title = 'Five Hundred'
  await sendTrack(site.origin, { title, artist: 'Tone Poet', email: 'five@review.example' }, shortTrack)
  const page = await site.takeOwnerPage()
  await page.goto('/admin/submissions?q=Five+Hundred')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title }).waitFor()
  await waitUntilArrived(page)
  expect(await page.getByText(withSiteName(consentText, 'Swade')).isVisible()).toBe(true)
  await page.keyboard.press(' ')
  await page.locator('[data-player=playing]').waitFor()
  await page.keyboard.press(' ')
  await page.locator('[data-player=paused]').waitFor()

  const waitForStatus = (words: string) => page.getByRole('status').getByText(words).waitFor()
  await page.keyboard.press('a')
  await waitForStatus('Accepted. The track will be sent to the station')
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForStatus('Decision undone.')
  await page.getByRole('button', { name: 'Accept' }).waitFor()
  await page.keyboard.press('a')
  await waitForStatus('Accepted. The track will be sent to the station')
  await page.getByRole('button', { name: 'Return to queue' }).click()
  await waitForStatus('Decision undone.')
})

test('the result of a decision is visible and focused, even if Enter is pressed while Tab scrolls the page smoothly', async () => {
  const title = 'Eight Hundred'
  await sendTrack(site.origin, { title, artist: 'Tone Poet', email: 'eight@review.example' }, shortTrack)
  const page = await site.takeOwnerPage({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
    expected: [/status of 400/],
  })
  await page.goto('/admin/submissions')
  const search = page.getByRole('searchbox', { name: 'Search submissions' })
  await search.focus()
  await page.keyboard.type('eight')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Clear' }).waitFor()
  expect(await focused(page)).toBe('Search submissions')
  // Another filter uses the submitted search, and keeps the text that is being typed.
  await page.keyboard.type(' hun')
  await page.getByRole('link', { name: /^Declined/ }).click()
  await page.waitForURL(/state=declined/)
  expect(await search.inputValue()).toBe('eight hun')
  await page.goBack()
  await page.getByRole('link', { name: title }).click()
  const reason = page.getByLabel('Your reason')
  await reason.waitFor()
  await waitUntilArrived(page)
  await recordScroll(page)
  const decline = async (words: RegExp) => {
    await page.evaluate(
      `scrollTo({ top: 0, behavior: 'instant' }), document.querySelector('[name=reason]').focus({ preventScroll: true })`,
    )
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await keepsFocus(page, words)
    const places = await takeScrollPositions(page)
    expect(Math.max(...places), 'Tab has scrolled the page').toBeGreaterThan(0)
  }
  // The second result has the same words as the first, and the last one has others.
  for (let tries = 0; tries < 2; tries += 1) await decline(/^Enter a reason for the artist/)
  await reason.fill('One tone is not yet a song.')
  await decline(/^Declined\..*Undo$/)
})

/** Expects the focus on a text, also after all animations have ended. */
async function keepsFocus(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => focused(page), { timeout: 30_000 }).toMatch(words)
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => undefined)`,
  )
  await waitUntilStill(page)
  expect(await focused(page)).toMatch(words)
}
