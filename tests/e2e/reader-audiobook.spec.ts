import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { audioProxyPath } from '#shared/audio-address.ts'
import type { PageOptions } from '#tests/support/browser.ts'
import { focused } from '#tests/support/focused.ts'
import { audible, readPlaybackLog, openPlayerPage, player, radio, startRadio } from '#tests/support/playback-log.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const bookPage = '/book/indie-music-ai-guide-2'
const readerPage = `${bookPage}/read`
const chapters = { first: '1. The Right Machine for the Job', second: '2. Brief Like a Producer' }
/** Timeout for playback on a busy machine. */
const patience = { timeout: 20_000 }
/** Chapters and previews have no analyser, so their pages need no motion. */
const openPage = (address: string, options?: PageOptions) =>
  openPlayerPage(site, address, { reducedMotion: 'reduce', ...options })
async function playing(page: Page, file: string): Promise<void> {
  await expect.poll(() => audible(page), patience).toEqual([expect.stringContaining(file)])
}

test('a failed preview and a missing cover are only logged; a preview that ends resumes the radio', async () => {
  const page = await openPage('/', { expected: [/status of 404/, /net::ERR_/, /failed:/] })
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  await page.route(`**${audioProxyPath}**`, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.route('**/figures/indie-music-ai-guide-2.cover**', (route) => route.fulfill({ status: 404, body: 'gone' }))
  const section = page.getByRole('region', { name: 'Listen to the audiobook' })
  const button = section.getByRole('button', { name: 'Play Preview' })
  await section.scrollIntoViewIfNeeded()
  await expect.poll(() => section.locator('img').count(), patience).toBe(0)
  await button.press('Enter')
  await expect
    .poll(() => logged.filter((text) => text.startsWith('audiobook preview failed:')).length, patience)
    .toBe(2)
  // The reason is named.
  for (const text of logged.filter((line) => line.startsWith('audiobook')))
    expect(text).toMatch(/^audiobook preview failed: \w/)
  await button.waitFor(patience)
  expect(await section.getByText('not supported').count()).toBe(0)

  await page.unroute(`**${audioProxyPath}**`)
  await startRadio(page)
  await button.press('Enter')
  await section.locator('[data-player=playing]').waitFor(patience)
  await playing(page, 'preview.mp3')
  await page.evaluate(() => {
    const element = (globalThis as unknown as World).sounds.all.find(({ src }) => src.includes('preview'))!
    element.currentTime = element.duration - 0.5
  })
  await button.waitFor(patience)
  await radio(page, 'playing').waitFor(patience)
})

test('the chapters of a free book play one at a time from its page, and the focus moves to the player', async () => {
  const page = await openPage(bookPage)
  await page.getByRole('button', { name: 'Play 3. From Sketch to Song' }).click()
  await player(page, 'playing').waitFor(patience)
  await playing(page, '03.mp3')
  await page.getByRole('button', { name: 'Play 4. Put People on It' }).click()
  await playing(page, '04.mp3')
  // The focus moves to the player.
  await expect
    .poll(() => page.evaluate('document.activeElement.ariaLabel'), patience)
    .toBe('Player: 4. Put People on It')
  await page.getByRole('button', { name: 'Pause 4. Put People on It' }).click()
  await player(page, 'paused').waitFor(patience)
  expect(await audible(page)).toEqual([])
  expect(await page.getByText('Audiobook Edition', { exact: true }).count()).toBeGreaterThanOrEqual(10)
})

test('a chapter is followed by the next, or asks for a click; the radio resumes after the book, but not after the sleep timer', async () => {
  const page = await openPage('about:blank')
  await page.clock.install()
  await page.goto(readerPage)
  const play = (title: string) => page.getByRole('button', { name: `Play ${title}` }).click()
  await play(chapters.first)
  await playing(page, '01.mp3')
  // The browser blocks autoplay of the next chapter.
  await refuseToPlay(page, 'rejects')
  await seekNearEnd(page)
  const alert = page.getByRole('alert').filter({ hasText: 'ready' })
  await alert.waitFor(patience)
  expect(await alert.textContent()).toBe('Chapter 2 is ready. Click play to continue.')
  await refuseToPlay(page, '')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await playing(page, '02.mp3')
  expect(await alert.count()).toBe(0)

  await startRadio(page)
  await play(chapters.first)
  await playing(page, '01.mp3')
  await radio(page, 'waiting').waitFor(patience)
  await page.evaluate('scrollTo(0, 0)')
  const before = (await readPlaybackLog(page)).calls.length
  await seekNearEnd(page)
  await playing(page, '02.mp3')
  const calls = (await readPlaybackLog(page)).calls.slice(before)
  const ended = calls.find(({ what, src }) => what === 'ended' && src.includes('01.mp3'))!
  const next = calls.find(({ what, src }) => what === 'play' && src.includes('02.mp3'))!
  expect(next.at - ended.at).toBeGreaterThanOrEqual(950)
  // Nothing else plays between two chapters.
  expect(calls.filter(({ what, at }) => what === 'play' && at > ended.at && at < next.at)).toEqual([])
  await expect.poll(() => isInView(page, `Player: ${chapters.second}`), patience).toBe(true)
  await play('Bonus: One Song in Fourteen Days')
  await playing(page, '10.mp3')
  await seekNearEnd(page)
  await player(page, 'ended').waitFor(patience)
  await radio(page, 'playing').waitFor(patience)

  await play(chapters.first)
  await playing(page, '01.mp3')
  await page.getByLabel('Sleep timer').selectOption('15 minutes')
  await page
    .getByRole('timer')
    .filter({ hasText: /Stops in 1[45]:/ })
    .waitFor(patience)
  await page.getByRole('button', { name: 'Cancel sleep timer' }).click()
  await page.getByLabel('Sleep timer').selectOption('End of chapter')
  await page.getByRole('timer').filter({ hasText: 'Chapter ends in' }).waitFor(patience)
  await seekNearEnd(page)
  await player(page, 'ended').waitFor(patience)
  await page.clock.fastForward(5_000)
  expect(await audible(page)).toEqual([])
  expect(await radio(page, 'silent').count()).toBe(1)
})

test('a bookmark is confirmed beside its button at every press; bookmarks can be played, and speed and position are restored', async () => {
  const page = await openPage(readerPage)
  const tools = player(page, 'idle')
    .or(player(page, 'paused'))
    .filter({ has: page.getByRole('button', { name: 'Bookmark this position' }) })
  const mark = tools.getByRole('button', { name: 'Bookmark this position' })
  const status = tools.getByRole('status').filter({ hasText: /bookmarked/i })
  await mark.click()
  await status.getByText(`Bookmarked “${chapters.first}” at 0:00.`).waitFor(patience)
  const [button, words] = [(await mark.boundingBox())!, (await status.boundingBox())!]
  expect(Math.abs(words.y + words.height / 2 - button.y - button.height / 2)).toBeLessThan(60)
  await mark.click()
  await status.getByText(`Already bookmarked: “${chapters.first}” at 0:00.`).waitFor(patience)
  const statusText = `[...document.querySelectorAll('[role=status] span')].find((words) => /bookmarked/i.test(words.textContent))`
  await page.evaluate(`${statusText}.dataset.isOld = true`)
  await mark.click()
  // A new element with the same text, so that it is announced again.
  await expect.poll(() => page.evaluate(`${statusText}?.dataset.isOld ?? 'new'`), patience).toBe('new')
  await status.getByText('Already bookmarked').waitFor(patience)
  await tools.getByRole('link', { name: 'Show bookmarks' }).click()
  await expect.poll(() => focused(page), patience).toBe('Audio bookmarks')
  await page.getByRole('button', { name: /^Delete bookmark at 0:00/ }).click()
  await expect.poll(() => status.count(), patience).toBe(0)

  const position = page.getByRole('slider', { name: `Position in ${chapters.second}` })
  const playSecond = async () => {
    await page.getByRole('button', { name: `Play ${chapters.second}` }).click()
    await player(page, 'playing').waitFor(patience)
  }
  await page.getByLabel('Speed').fill('1.5')
  await playSecond()
  expect(await soundOf(page, '02.mp3')).toMatchObject({ playbackRate: 1.5, preservesPitch: true })
  await position.fill('50')
  await expect.poll(async () => (await soundOf(page, '02.mp3')).currentTime, patience).toBeGreaterThan(301)
  await page.getByRole('button', { name: 'Bookmark this position' }).click()

  await page.goto(readerPage)
  await expect.poll(() => position.inputValue().then(Number), patience).toBeGreaterThan(49.9)
  expect(await page.getByLabel('Speed').inputValue()).toBe('1.5')
  await playSecond()
  expect((await soundOf(page, '02.mp3')).currentTime).toBeGreaterThan(298)
  await page.getByRole('button', { name: 'Play 5. Mix and Master by the Numbers' }).click()
  await playing(page, '05.mp3')
  await page.getByRole('button', { name: /^5:\d\d 2\. Brief Like a Producer/ }).click()
  await playing(page, '02.mp3')
  await page.getByRole('button', { name: /^Delete bookmark at 5:/ }).click()
  await expect.poll(() => page.getByRole('heading', { name: 'Audio bookmarks' }).count(), patience).toBe(0)
})

test('pages follow the narration and highlight it until the reader scrolls; a paragraph plays on click or by keyboard', async () => {
  const page = await openPage(readerPage, { reducedMotion: 'no-preference' })
  await page.getByRole('button', { name: 'Load Book' }).click()
  await page.getByRole('button', { name: 'Follow along' }).click()
  const voice = page.getByRole('group', { name: 'Narration', exact: true })
  await voice.getByRole('button', { name: 'Play 1. The Right Machine for the Job' }).click()
  const lit = (number: number) => page.locator(`[data-page="${number}"]:has([data-spoken])`)
  await lit(6).waitFor(patience)
  await page.getByText('Page 6 of 73').waitFor(patience)

  // 157 s into the chapter the narration moves from page 7 to page 8.
  await page.getByRole('slider', { name: 'Position in 1. The Right Machine for the Job' }).fill('31.6')
  await lit(8).waitFor(patience)
  await expect.poll(() => page.locator('[data-page="8"]').isVisible(), patience).toBe(true)

  await page.locator('[data-pages]').hover()
  await page.mouse.wheel(0, 3000)
  await voice.getByRole('button', { name: 'Back to narration' }).click()
  await page.locator('[data-page="8"] [data-spoken]').first().waitFor(patience)
  expect(await voice.getByRole('button', { name: 'Back to narration' }).count()).toBe(0)

  await page.locator('[data-page="8"] [data-line]', { hasText: 'Test a separator with material you made.' }).click()
  await expect.poll(async () => (await soundOf(page, '01.mp3')).currentTime, patience).toBeGreaterThan(209.9)
  await expect.poll(async () => (await soundOf(page, '01.mp3')).currentTime, patience).toBeLessThan(225)
  await expect.poll(() => page.locator('[data-page="8"] [data-spoken]').count(), patience).toBe(6)

  await page.getByRole('button', { name: 'Play from here: Mixing assistants' }).press('Enter')
  await expect.poll(async () => (await soundOf(page, '01.mp3')).currentTime, patience).toBeGreaterThan(249.9)
  await expect.poll(() => page.locator('[data-page="8"] [data-spoken]').count(), patience).toBe(1)
})

type Sound = {
  src: string
  paused: boolean
  duration: number
  currentTime: number
  playbackRate: number
  preservesPitch: boolean
}
type World = { sounds: { all: Sound[]; refusal: string } }

/** Returns the element that last played this recording. */
function soundOf(page: Page, file: string): Promise<Pick<Sound, 'currentTime' | 'playbackRate' | 'preservesPitch'>> {
  return page.evaluate((name) => {
    const { currentTime, playbackRate, preservesPitch } = (globalThis as unknown as World).sounds.all.find(({ src }) =>
      src.includes(name),
    )!
    return { currentTime, playbackRate, preservesPitch }
  }, file)
}

/** Seeks the playing chapter to half a second before its end. */
async function seekNearEnd(page: Page): Promise<void> {
  const trySeek = () =>
    page.evaluate(() => {
      const { all } = (globalThis as unknown as World).sounds
      const element = all.find(
        ({ src, paused, currentTime }) => src.includes('media%2Fbooks') && !paused && currentTime > 0,
      )
      if (!element) return false
      element.currentTime = element.duration - 0.5
      return true
    })
  await expect.poll(trySeek, patience).toBe(true)
}

/** Makes the browser block autoplay, or allow it again. */
async function refuseToPlay(page: Page, refusal: 'rejects' | ''): Promise<void> {
  await page.evaluate((how) => void ((globalThis as unknown as World).sounds.refusal = how), refusal)
}

async function isInView(page: Page, label: string): Promise<boolean> {
  const box = await page.getByRole('group', { name: label }).boundingBox()
  return box !== null && box.y < 900 && box.y + box.height > 0
}
