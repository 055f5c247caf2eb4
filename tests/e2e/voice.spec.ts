import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AgentCall, type AgentDouble, startAgentDouble } from '../support/agent-double.ts'
import { launchBrowser, type PageOptions, type TestBrowser } from '../support/browser.ts'
import { type Site, startSite } from '../support/site.ts'
import { button, log, openPanel, panel, patient, phase, say } from '../support/voice-panel.ts'

/** Somebody talks to the artist's persona: to the agent through a double of its service, and to the built-in one. */
let double: AgentDouble
let site: Site
let plain: Site
let browser: TestBrowser
let plainBrowser: TestBrowser

beforeAll(async () => {
  double = await startAgentDouble()
  site = await startSite({
    env: {
      ELEVENLABS_AGENT_ID: 'agent_1',
      ELEVENLABS_API_KEY: 'secret-key-of-the-owner',
      ELEVENLABS_BASE_URL: double.baseUrl,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  plain = await startSite()
  browser = await launchBrowser(site.origin, ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
  plainBrowser = await launchBrowser(plain.origin)
})
afterAll(async () => {
  await browser?.close()
  await plainBrowser?.close()
  await site?.stop()
  await plain?.stop()
  await double?.close()
})

const focusIsIn = (page: Page) => page.evaluate<boolean>("document.activeElement.closest('#voice-panel') !== null")

let visitors = 0
/** Somebody of an address of their own: one visitor may begin four conversations a day. */
const newVisitor = () => browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${(visitors += 1)}` } })

async function talk(page: Page): Promise<AgentCall> {
  const before = double.calls.length
  await openPanel(page)
  await button(page, 'Agree and start talking').click()
  await phase(page, 'talking')
  return double.calls[before]!
}

test('the agent is talked to after consent: captions, sound, typing meanwhile, a countdown, and the transcript', async () => {
  const page = await newVisitor()
  // What the audio thread asks for is not among the page's requests.
  await page.addInitScript(`
    window.worklets = []
    const add = AudioWorklet.prototype.addModule
    AudioWorklet.prototype.addModule = function (url, options) {
      window.worklets.push(new URL(url, location.href).href)
      return add.call(this, url, options)
    }`)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openPanel(page)
  await panel(page).getByText('You are about to talk to software.').waitFor()
  await panel(page).getByText('Your voice goes to ElevenLabs').waitFor()
  expect(asked.some((url) => /agent-call|Processor/.test(url))).toBe(false)
  expect(sockets).toEqual([])

  const calls = double.calls.length
  await button(page, 'Agree and start talking').click()
  await phase(page, 'talking')
  const call = double.calls[calls]!
  const worklets = await page.evaluate<string[]>('worklets')
  expect(worklets.length).toBeGreaterThan(0)
  expect(worklets.every((url) => url.startsWith(`${site.origin}/assets/`))).toBe(true)
  // The button that was pressed is gone; the focus is not.
  await vi.waitFor(async () => expect(await focusIsIn(page)).toBe(true), patient)
  await panel(page)
    .getByRole('timer', { name: 'Time left' })
    .filter({ hasText: /^[45]:\d\d$/ })
    .waitFor()
  await vi.waitFor(() => expect(call.soundChunks).toBeGreaterThan(0), patient)

  call.sound()
  call.say('Hello, I am an AI persona.')
  await log(page).getByText('Hello, I am an AI persona.').waitFor(patient)
  call.transcribe('What is Slow Voltage?')
  await log(page).getByText('What is Slow Voltage?').waitFor(patient)
  await say(page, 'typed while talking')
  await vi.waitFor(() => expect(JSON.stringify(call.heard)).toContain('typed while talking'), patient)
  await button(page, 'Mute').click()
  await panel(page).getByText('Microphone off').waitFor()

  const downloading = page.waitForEvent('download')
  await button(page, 'Transcript').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^conversation-nova-swade-\d{4}-\d\d-\d\d\.txt$/)
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /AI voice persona\): Hello, I am an AI persona\.\nYou: What is Slow Voltage\?/,
  )

  await button(page, 'End').click()
  await log(page).getByText('You ended the conversation.').waitFor(patient)
  await vi.waitFor(() => expect(call.isOpen).toBe(false), patient)
})

test('a tool of the agent shows an act that can be cancelled, and does it when it is not', async () => {
  const page = await newVisitor()
  // A second is four here: on a slow machine too, there is time to press Cancel.
  await page.addInitScript('const each = setInterval; window.setInterval = (act, ms) => each(act, ms === 1000 ? 4000 : ms)')
  const call = await talk(page)
  call.callTool('open_book', { title: 'Real AI Music' })
  await log(page).getByText('Opening “Real AI Music”').waitFor(patient)
  await log(page).getByRole('button', { name: 'Cancel' }).click()
  await log(page).locator('[data-act=offered]').waitFor(patient)
  await vi.waitFor(() => expect(call.heard.some(({ type }) => type === 'client_tool_result')).toBe(true), patient)
  expect(page.url()).toContain('/artist/nova-swade')

  call.callTool('open_book', { title: 'https://evil.example' })
  call.callTool('play_track', {})
  await log(page).getByText('Playing “Slow Voltage”').waitFor(patient)
  await page.locator('[data-player=playing]').waitFor({ state: 'attached', ...patient })
  // One speaker: what plays ends the talk.
  await log(page).getByText('Something else began to sound').waitFor(patient)
  await vi.waitFor(() => expect(call.isOpen).toBe(false), patient)
})

test('the agent hangs up, and the line breaks: each ends the talk and says so', async () => {
  const page = await newVisitor()
  const first = await talk(page)
  first.hangUp()
  await log(page).getByText('Nova Swade ended the conversation.').waitFor(patient)
  await button(page, 'Agree and start talking').click()
  await phase(page, 'talking')
  double.calls.at(-1)!.drop()
  await log(page).getByText('The connection was lost.').waitFor(patient)
  await say(page, 'are you real?')
  await log(page).getByText('I am software').waitFor(patient)
})

test('closing the panel hangs up', async () => {
  const page = await newVisitor()
  const call = await talk(page)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden', ...patient })
  await vi.waitFor(() => expect(call.isOpen).toBe(false), patient)
})

/** Lets the page believe that so much time has gone by when the story says so. */
async function letTimeBeSkipped(page: Page): Promise<(seconds: number) => Promise<void>> {
  await page.addInitScript('const now = performance.now.bind(performance); window.skippedMs = 0; performance.now = () => now() + skippedMs')
  return async (seconds) => void (await page.evaluate(`skippedMs += ${seconds * 1000}`))
}

test('a minute without a word ends the talk: it is said before, a word or a press keeps it, and typing goes on after it', async () => {
  const page = await newVisitor()
  const skip = await letTimeBeSkipped(page)
  const call = await talk(page)
  const warning = panel(page).getByText('Still there? Silence ends the conversation')
  await skip(46)
  await warning.waitFor(patient)
  call.say('Take your time.')
  await log(page).getByText('Take your time.').waitFor(patient)
  await warning.waitFor({ state: 'hidden', ...patient })
  await skip(46)
  await button(page, 'I am here').click()
  await warning.waitFor({ state: 'hidden', ...patient })
  expect(call.isOpen).toBe(true)
  await skip(61)
  await log(page).getByText('Nobody said anything for a minute, so the conversation ended.').waitFor(patient)
  await phase(page, 'typing')
  await vi.waitFor(() => expect(call.isOpen).toBe(false), patient)
  await say(page, 'are you real?')
  await log(page).getByText('I am software').waitFor(patient)
})

test('a talk ends when its time is over; who begins too often in a day reads so and types', async () => {
  const page = await newVisitor()
  const skip = await letTimeBeSkipped(page)
  const call = await talk(page)
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await skip(40)
    call.say(`Word ${word}.`)
    await log(page).getByText(`Word ${word}.`).waitFor(patient)
  }
  await panel(page)
    .getByRole('timer', { name: 'Time left' })
    .filter({ hasText: /^(1:00|0:\d\d)$/ })
    .waitFor(patient)
  await skip(61)
  await log(page).getByText('The time for this conversation is over.').waitFor(patient)
  await vi.waitFor(() => expect(call.isOpen).toBe(false), patient)

  for (let more = 1; more <= 3; more += 1) {
    await button(page, 'Agree and start talking').click()
    await phase(page, 'talking')
    await button(page, 'End').click()
    await phase(page, 'typing')
  }
  const calls = double.calls.length
  await button(page, 'Agree and start talking').click()
  await log(page).getByText('Your talking time for today is used up.').waitFor(patient)
  await phase(page, 'typing')
  expect(double.calls).toHaveLength(calls)
  await say(page, 'are you real?')
  await log(page).getByText('I am software').waitFor(patient)
})

const phone: PageOptions = { phone: true }
test.each([
  ['a desktop', { viewport: { width: 1440, height: 900 } } as PageOptions],
  ['a phone', phone],
])('without an agent the built-in persona answers from the records, on %s', async (_name, options) => {
  const page = await plainBrowser.newPage(options)
  await openPanel(page)
  await panel(page).getByText('software, not a person, and not a language model').waitFor()
  expect((await new AxeBuilder({ page }).include('#voice-panel').analyze()).violations).toEqual([])
  await button(page, 'Start typing').click()
  await page.keyboard.type('How many days did the singer spend in a booth?')
  await page.keyboard.press('Enter')
  await log(page).getByText('nine days in a booth').waitFor(patient)
  await log(page).getByRole('link', { name: 'Liner notes of Nova Swade' }).first().waitFor()
  await say(page, 'What is the capital of Mongolia?')
  await log(page).getByText('I do not know that').waitFor(patient)
  await say(page, '<img src=x onerror=alert(1)>')
  await log(page).getByText('<img src=x onerror=alert(1)>').waitFor(patient)
  await say(page, 'what is on the air?')
  await log(page)
    .getByText(/On the air now|Nothing is on the air/)
    .waitFor(patient)
  expect((await new AxeBuilder({ page }).include('#voice-panel').analyze()).violations).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await say(page, 'open the book Tokenizing Your Business')
  await log(page).getByText('Opening “Tokenizing Your Business”').waitFor(patient)
  await page.waitForURL('**/book/tokenizing-your-business', patient)
})

test('the panel gives the focus back, and other artists have nobody to talk to', async () => {
  const page = await plainBrowser.newPage()
  await page.goto('/artist/nova-swade')
  const opener = page.getByRole('banner').or(page.locator('main')).getByRole('button', { name: 'Talk to Nova Swade' }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await panel(page).waitFor(patient)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden', ...patient })
  await vi.waitFor(
    async () => expect(await opener.evaluate('document.activeElement?.textContent')).toContain('Talk to Nova Swade'),
    patient,
  )
  await page.goto('/artist/luma-swade')
  expect(await page.getByRole('button', { name: /^Talk to/ }).count()).toBe(0)
})

test('without script the section reads on and offers no button that does nothing', async () => {
  const page = await plainBrowser.newPage({ javaScriptEnabled: false })
  await page.goto('/artist/nova-swade')
  await page.getByText('Talking needs script in the browser.').waitFor()
  for (const one of await page.getByRole('button', { name: 'Talk to Nova Swade' }).all()) expect(await one.isVisible()).toBe(false)
})
