import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AgentDouble, startAgentDouble } from '../support/agent-double.ts'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { type Site, startSite } from '../support/site.ts'
import { button, log, openPanel, panel, patient, phase, say } from '../support/voice-panel.ts'

/** Talking that cannot begin. A site of its own: an address may begin eight conversations an hour, and the other stories use them up. */
let double: AgentDouble
let site: Site
let browser: TestBrowser
const words = 'Failed to load conversation widget. Please refresh and try again.'

beforeAll(async () => {
  double = await startAgentDouble()
  site = await startSite({
    env: { ELEVENLABS_AGENT_ID: 'agent_1', ELEVENLABS_API_KEY: 'secret-key-of-the-owner', ELEVENLABS_BASE_URL: double.baseUrl },
  })
  browser = await launchBrowser(site.origin, ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await double?.close()
})

/** Lets the browser's microphone fail in one way. */
async function breakMicrophone(page: Page, name: string): Promise<void> {
  await page.addInitScript(
    name === 'none'
      ? "Object.defineProperty(navigator, 'mediaDevices', { value: undefined })"
      : `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', '${name}'))`,
  )
}

test.each([
  ['none', 'Your browser does not support microphone access. Please use a modern browser like Chrome, Firefox, or Safari.'],
  ['NotAllowedError', 'Microphone access denied. Please allow microphone access in the address bar and try again.'],
  ['NotFoundError', 'No microphone found. Please connect a microphone and try again.'],
  ['NotReadableError', 'Your microphone is in use. Please close other apps using it and try again.'],
  ['UnknownError', 'Unable to access microphone. Please check your browser settings.'],
])('a microphone that fails (%s) is told in the specified words, and typing goes on without it', async (name, words) => {
  const page = await browser.newPage()
  await breakMicrophone(page, name)
  await openPanel(page)
  await button(page, 'Agree and start talking').click()
  await panel(page).getByText(words).waitFor(patient)
  await button(page, 'Try Again').waitFor()
  await button(page, 'Type instead').click()
  await say(page, 'who are you?')
  await log(page).getByText('The liner notes say:').waitFor(patient)
})

test('a service or a script that cannot be reached is told in the specified words, and Try Again tries again', async () => {
  const page = await browser.newPage({ expected: [/503/, /Failed to load resource/, /agent-call/, /WebSocket connection/] })
  double.behave('refuse-key')
  await openPanel(page)
  await button(page, 'Agree and start talking').click()
  await panel(page).getByText(words).waitFor(patient)
  double.behave('refuse-socket')
  const asked = double.keys.length
  await button(page, 'Try Again').click()
  await vi.waitFor(() => expect(double.keys.length).toBeGreaterThan(asked), patient)
  await phase(page, 'card')
  await panel(page).getByText(words).waitFor(patient)
  double.behave('answer')
  await button(page, 'Try Again').click()
  await phase(page, 'talking')
})

test('an agent that accepts and stays silent keeps nobody: Cancel lets go of the microphone and of the line', async () => {
  const page = await browser.newPage()
  await page.addInitScript(`
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    window.streams = []
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await open(wish)
      window.streams.push(stream)
      return stream
    }`)
  const listening = () =>
    page.evaluate<number>("streams.flatMap((one) => one.getTracks()).filter((one) => one.readyState === 'live').length")
  double.behave('silent')
  const before = double.calls.length
  await openPanel(page)
  await button(page, 'Agree and start talking').click()
  await vi.waitFor(() => expect(double.calls[before]?.heard.length).toBeGreaterThan(0), patient)
  await phase(page, 'connecting')
  expect(await listening()).toBeGreaterThan(0)
  await button(page, 'Cancel').click()
  await log(page).getByText('You ended the conversation.').waitFor(patient)
  await vi.waitFor(async () => expect(await listening()).toBe(0), patient)
  await vi.waitFor(() => expect(double.calls[before]!.isOpen).toBe(false), patient)
  double.behave('answer')
})

test("a microphone that is taken by another app just before the agent answers is told as the microphone's trouble", async () => {
  const page = await browser.newPage()
  await page.addInitScript(`
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    let asked = 0
    navigator.mediaDevices.getUserMedia = (wish) =>
      (asked += 1) === 1 ? open(wish) : Promise.reject(new DOMException('busy', 'NotReadableError'))`)
  await openPanel(page)
  await button(page, 'Agree and start talking').click()
  await panel(page).getByText('Your microphone is in use. Please close other apps using it and try again.').waitFor(patient)
  await phase(page, 'card')
})

test('a panel whose script cannot be loaded says so, leaves the page as it is, and Try Again loads it again', async () => {
  const page = await browser.newPage({ expected: [/chat-panel/, /Failed to load resource/] })
  await page.route('**/assets/chat-panel*.js', (route) => route.abort())
  await openPanel(page)
  await panel(page).getByText(words).waitFor(patient)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden', ...patient })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('region', { name: 'Talk to Nova Swade' }).getByRole('button', { name: 'Talk to Nova Swade' }).click()
  await panel(page).getByText(words).waitFor(patient)
  await page.unroute('**/assets/chat-panel*.js')
  await button(page, 'Try Again').click()
  await panel(page).waitFor({ state: 'detached', ...patient })
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached', ...patient })
  await page.getByRole('region', { name: 'Talk to Nova Swade' }).getByRole('button', { name: 'Talk to Nova Swade' }).click()
  await panel(page).getByText('You are about to talk to software.').waitFor(patient)
})
