import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'
import { button, log, openPanel, panel, patient, phase, say } from '#tests/support/voice-panel.ts'

const shared = sharedBrowser()

/** A device with a microphone and a scripted recognizer; it has no voice of its own. */
const device = `
  speechSynthesis.getVoices = () => []
  navigator.mediaDevices.getUserMedia = async () => ({ getTracks: () => [] })
  window.SpeechRecognition = window.webkitSpeechRecognition = class {
    start() { window.hear = (transcript, isFinal) =>
      this.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] }) }
    abort() { this.onend?.() }
  }`
const hear = (page: Page, words: string, isFinal: boolean) =>
  page.evaluate(`hear(${JSON.stringify(words)}, ${isFinal})`)
const caption = (page: Page) => panel(page).locator('[data-caption=speaking]')

test('the persona speaks with the voice of the server, hears questions, and is interrupted by speaking and by typing', async () => {
  const page = await shared.newPage()
  await page.addInitScript(device)
  await openPanel(page)
  await panel(page).getByText('may send the recording to the maker of the browser').waitFor()
  const spoken = page.waitForResponse('**/api/voice/speech')
  await button(page, 'Agree and start talking').click()
  await phase(page, 'talking')
  await hear(page, 'who are', false)
  await panel(page).getByText('who are', { exact: true }).waitFor(patient)
  await hear(page, 'Who are you?', true)
  await log(page).getByText('I am the built-in persona of Nova Swade.').waitFor(patient)
  expect((await spoken).headers()['content-type']).toBe('audio/wav')
  await caption(page).waitFor(patient)
  await panel(page).getByText('Nova Swade is speaking').waitFor(patient)

  // Its own voice does not interrupt it, but the visitor's does.
  await hear(page, 'i am the built in persona of nova', true)
  expect(await caption(page).count()).toBe(1)
  await hear(page, 'wait', false)
  await caption(page).waitFor({ state: 'detached', ...patient })
  await hear(page, 'What is the capital of Mongolia?', true)
  await log(page).getByText('I couldn’t find an answer').waitFor(patient)
  await caption(page).waitFor(patient)
  await checkAccessibility(page, 'a talk', '#voice-panel')
  await panel(page).getByLabel('Message to Nova Swade').fill('S')
  await caption(page).waitFor({ state: 'detached', ...patient })

  await button(page, 'End').click()
  await phase(page, 'typing')
  await button(page, 'Speak answers').click()
  await say(page, 'are you real?')
  await log(page).getByText('I am software').waitFor(patient)
  expect(await caption(page).count()).toBe(0)
  await log(page).getByRole('button', { name: 'Read aloud' }).last().click()
  await caption(page).waitFor(patient)
  await button(page, 'Stop speaking').click()
  await caption(page).waitFor({ state: 'detached', ...patient })
})
