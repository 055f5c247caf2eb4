import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AgentCall, type AgentFake, startAgentFake } from '#tests/support/agent-fake.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { openPagesOf, sharedBrowser } from '#tests/support/shared-site.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { button, log, openPanel, panel, patient, phase, say } from '#tests/support/voice-panel.ts'

// A separate site with a voice agent; the built-in persona answers on the shared site.
const shared = sharedBrowser()
const agree = 'Agree and start talking'
const failed = 'Failed to load conversation widget. Please refresh and try again.'
let agent: AgentFake
let site: Site

beforeAll(async () => {
  agent = await startAgentFake()
  site = await startSite({
    env: {
      ELEVENLABS_AGENT_ID: 'agent_1',
      ELEVENLABS_API_KEY: 'secret-key-of-the-owner',
      ELEVENLABS_BASE_URL: agent.baseUrl,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
})
afterAll(async () => {
  await site?.stop()
  await agent?.close()
})

/** Opens a page with a new address: a visitor may start four conversations a day. */
async function newVisitor(script: string, expected: RegExp[] = []): Promise<Page> {
  const page = await openPagesOf(site).takePage({ expected })
  await page.addInitScript(script)
  return page
}

/** Starts a conversation, from the first card of the panel or after an earlier one. */
async function talk(page: Page): Promise<AgentCall> {
  const before = agent.calls.length
  await button(page, agree).click()
  await phase(page, 'talking')
  return agent.calls[before]!
}

const reads = (page: Page, words: string) => log(page).getByText(words).waitFor(patient)
const isOver = (call: AgentCall) => vi.waitFor(() => expect(call.isOpen).toBe(false), patient)
async function personaAnswers(page: Page): Promise<void> {
  await say(page, 'are you real?')
  await log(page).getByText('I am software').last().waitFor(patient)
}

test('a call starts after consent, with captions, audio, typing, transcript and actions that can be cancelled; other audio, End, the agent and a lost connection end it', async () => {
  // Requests of the audio thread are not among the requests of the page. The test controls the length of a second: it
  // is long while Cancel is clicked.
  const page = await newVisitor(`
    window.worklets = []
    const add = AudioWorklet.prototype.addModule
    AudioWorklet.prototype.addModule = function (url, options) {
      window.worklets.push(new URL(url, location.href).href)
      return add.call(this, url, options)
    }
    const each = setInterval
    window.secondMs = 10_000
    window.setInterval = (act, ms) => each(act, ms === 1000 ? window.secondMs : ms)`)
  const requests: string[] = []
  page.on('websocket', (socket) => requests.push(socket.url()))
  page.on('request', (request) => requests.push(request.url()))
  await openPanel(page)
  await panel(page).getByText('You are about to talk to software.').waitFor()
  await panel(page).getByText('Your voice and what you type are sent to ElevenLabs').waitFor()
  expect(requests.filter((url) => /^ws|agent-call|Processor/.test(url))).toEqual([])

  const call = await talk(page)
  const worklets = await page.evaluate<string[]>('worklets')
  expect(worklets.length).toBeGreaterThan(0)
  expect(worklets.every((url) => url.startsWith(`${site.origin}/assets/`))).toBe(true)
  // The clicked button is gone, but the focus is not lost.
  await page.locator('#voice-panel :focus').waitFor({ state: 'attached', ...patient })
  await panel(page)
    .getByRole('timer', { name: 'Time left' })
    .filter({ hasText: /^[45]:\d\d$/ })
    .waitFor()
  await vi.waitFor(() => expect(call.soundChunks).toBeGreaterThan(0), patient)
  call.sound()
  call.say('Hello, I am an AI persona.')
  await reads(page, 'Hello, I am an AI persona.')
  call.transcribe('What is Slow Voltage?')
  await reads(page, 'What is Slow Voltage?')
  await say(page, 'typed while talking')
  await vi.waitFor(() => expect(JSON.stringify(call.messages)).toContain('typed while talking'), patient)
  await button(page, 'Mute').click()
  await panel(page).getByText('Microphone off').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download transcript').click()])
  expect(download.suggestedFilename()).toMatch(/^conversation-nova-swade-\d{4}-\d\d-\d\d\.txt$/)
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /AI voice persona\): Hello, I am an AI persona\.\nYou: What is Slow Voltage\?/,
  )

  call.callTool('open_book', { title: 'Real AI Music' })
  await reads(page, 'Opening “Real AI Music”')
  await log(page).getByRole('button', { name: 'Cancel' }).click()
  await log(page).locator('[data-act=offered]').waitFor(patient)
  await vi.waitFor(() => expect(call.messages.some(({ type }) => type === 'client_tool_result')).toBe(true), patient)
  expect(page.url()).toContain('/artist/nova-swade')
  await page.evaluate('secondMs = 100')
  call.callTool('open_book', { title: 'https://evil.example' })
  call.callTool('play_track', {})
  await reads(page, 'Playing “Slow Voltage”')
  await page.locator('[data-player=playing]').waitFor({ state: 'attached', ...patient })
  // Only one source plays: playing a recording ends the conversation.
  await reads(page, 'something else started playing')
  await isOver(call)

  const second = await talk(page)
  // The last action is shown without another countdown.
  await expect.poll(() => log(page).locator('[data-act=offered]').count(), patient).toBe(2)
  await button(page, 'End').click()
  await reads(page, 'You ended the conversation.')
  await isOver(second)
  ;(await talk(page)).hangUp()
  await reads(page, 'Nova Swade ended the conversation.')
  ;(await talk(page)).drop()
  await reads(page, 'The connection was lost.')
  await personaAnswers(page)
})

test('a minute of silence ends the call after a warning that speech or a click dismisses; so do the time limit and closing the panel; the daily limit is shown, and typing goes on', async () => {
  // The call reads the clock each second, which this test moves and need not wait for.
  const page = await newVisitor(`
    const now = performance.now.bind(performance)
    window.skippedMs = 0
    performance.now = () => now() + skippedMs
    const each = setInterval
    window.setInterval = (act, ms) => each(act, ms === 1000 ? 100 : ms)`)
  /** Advances the clock of the page by this time. */
  const skip = (seconds: number) => page.evaluate(`skippedMs += ${seconds * 1000}`)
  await openPanel(page)
  let call = await talk(page)
  const warning = panel(page).getByText('Are you still there?')
  await skip(46)
  await warning.waitFor(patient)
  call.say('Take your time.')
  await reads(page, 'Take your time.')
  await warning.waitFor({ state: 'hidden', ...patient })
  await skip(46)
  await button(page, 'Keep talking').click()
  await warning.waitFor({ state: 'hidden', ...patient })
  expect(call.isOpen).toBe(true)
  await skip(61)
  await reads(page, 'The conversation ended after a minute of silence.')
  await phase(page, 'typing')
  await isOver(call)
  await personaAnswers(page)

  call = await talk(page)
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await skip(40)
    call.say(`Word ${word}.`)
    await reads(page, `Word ${word}.`)
  }
  await panel(page)
    .getByRole('timer', { name: 'Time left' })
    .filter({ hasText: /^(1:00|0:\d\d)$/ })
    .waitFor(patient)
  await skip(61)
  await reads(page, 'The conversation reached its time limit.')
  await isOver(call)

  call = await talk(page)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden', ...patient })
  await isOver(call)
  await page
    .getByRole('region', { name: 'Talk to Nova Swade' })
    .getByRole('button', { name: 'Talk to Nova Swade' })
    .click()
  await talk(page)
  await button(page, 'End').click()
  await phase(page, 'typing')
  const calls = agent.calls.length
  await button(page, agree).click()
  await reads(page, 'You have used your talk time for today.')
  await phase(page, 'typing')
  expect(agent.calls).toHaveLength(calls)
  await personaAnswers(page)
})

// Messages for microphone errors are tested in features/voice/ui/speech/microphone.test.ts.
test('errors of service, connection and microphone are shown with a retry, typing goes on, and Cancel releases the microphone and the connection', async () => {
  const page = await newVisitor(
    `
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    window.streams = []
    window.refusal = ''
    navigator.mediaDevices.getUserMedia = async (wish) => {
      if (window.refusal) throw new DOMException('no', window.refusal)
      const stream = await open(wish)
      window.streams.push(stream)
      return stream
    }`,
    [/503/, /Failed to load resource/, /agent-call/, /WebSocket connection/],
  )
  const listening = () =>
    page.evaluate<number>("streams.flatMap((one) => one.getTracks()).filter((one) => one.readyState === 'live').length")
  agent.behave('refuse-key')
  await openPanel(page)
  await button(page, agree).click()
  await panel(page).getByText(failed).waitFor(patient)
  agent.behave('refuse-socket')
  const keyCount = agent.keys.length
  await button(page, 'Try Again').click()
  await vi.waitFor(() => expect(agent.keys.length).toBeGreaterThan(keyCount), patient)
  await phase(page, 'card')
  await panel(page).getByText(failed).waitFor(patient)
  await page.evaluate(`refusal = 'NotAllowedError'`)
  await button(page, 'Try Again').click()
  await panel(page)
    .getByText('Microphone access denied. Please allow microphone access in the address bar and try again.')
    .waitFor(patient)
  await button(page, 'Try Again').waitFor()
  await button(page, 'Type instead').click()
  await personaAnswers(page)

  await page.evaluate(`refusal = ''`)
  agent.behave('silent')
  const before = agent.calls.length
  await button(page, agree).click()
  await vi.waitFor(() => expect(agent.calls[before]?.messages.length).toBeGreaterThan(0), patient)
  await phase(page, 'connecting')
  expect(await listening()).toBeGreaterThan(0)
  await button(page, 'Cancel').click()
  await reads(page, 'You ended the conversation.')
  await vi.waitFor(async () => expect(await listening()).toBe(0), patient)
  await isOver(agent.calls[before]!)
  agent.behave('answer')
  await talk(page)
})

test('a panel whose script fails to load shows an error, leaves the page intact, and Try Again reloads it', async () => {
  const page = await shared.takePage({ expected: [/chat-panel/, /Failed to load resource/] })
  const opener = page
    .getByRole('region', { name: 'Talk to Nova Swade' })
    .getByRole('button', { name: 'Talk to Nova Swade' })
  await page.route('**/assets/chat-panel*.js', (route) => route.abort())
  await openPanel(page)
  await panel(page).getByText(failed).waitFor(patient)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden', ...patient })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await opener.click()
  await panel(page).getByText(failed).waitFor(patient)
  await page.unroute('**/assets/chat-panel*.js')
  await button(page, 'Try Again').click()
  await panel(page).waitFor({ state: 'detached', ...patient })
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached', ...patient })
  await opener.click()
  await button(page, 'Start typing').waitFor(patient)
})

test('without an agent the built-in persona answers from the records, on a phone; the panel returns focus', async () => {
  const page = await shared.takePage({ phone: true })
  // The seconds of the countdown before an action are shorter.
  await page.addInitScript(`
    const each = setInterval
    window.setInterval = (act, ms) => each(act, ms === 1000 ? 100 : ms)`)
  await openPanel(page)
  await panel(page).getByText('software, not a person, and not a language model').waitFor()
  await checkAccessibility(page, 'the first card', '#voice-panel')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden', ...patient })
  await page.locator('button:focus').getByText('Talk to Nova Swade').waitFor(patient)
  await page.keyboard.press('Enter')
  await button(page, 'Start typing').click()
  await page.keyboard.type('How many days did the singer spend in a booth?')
  await page.keyboard.press('Enter')
  await reads(page, 'nine days in a booth')
  await log(page).getByRole('link', { name: 'Biography of Nova Swade' }).first().waitFor()
  for (const [words, answer] of [
    ['What is the capital of Mongolia?', 'I couldn’t find an answer'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ] as const) {
    await say(page, words)
    await reads(page, answer)
  }
  await say(page, 'what is on the air?')
  await log(page)
    .getByText(/On the air now|The radio is silent/)
    .waitFor(patient)
  await checkAccessibility(page, 'a conversation', '#voice-panel')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await say(page, 'open the book Tokenizing Your Business')
  await reads(page, 'Opening “Tokenizing Your Business”')
  await page.waitForURL('**/book/tokenizing-your-business', patient)
})

test('without JavaScript the section shows no dead button, and other artists have no persona', async () => {
  const page = await shared.newPage({ javaScriptEnabled: false })
  await page.goto('/artist/nova-swade')
  await page.getByText('Chatting needs JavaScript.').waitFor()
  for (const one of await page.getByRole('button', { name: 'Talk to Nova Swade' }).all())
    expect(await one.isVisible()).toBe(false)
  expect(await (await fetch(`${shared.origin}/artist/luma-swade`)).text()).not.toContain('Talk to Luma')
})
