import type { Page } from 'playwright-core'

/** The panel of a conversation, as stories use it. Two busy processor cores may take their time. */
export const patient = { timeout: 45_000 }
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Talk to Nova Swade' })
export const button = (page: Page, name: string | RegExp) =>
  panel(page).getByRole('button', { name, exact: typeof name === 'string' })
export const log = (page: Page) => panel(page).getByRole('log', { name: 'Conversation' })
export const phase = (page: Page, name: string) =>
  page.locator(`#voice-panel[data-phase="${name}"]`).waitFor({ state: 'attached', ...patient })

/** Asks for the panel by the section's button. */
export async function openPanel(page: Page): Promise<void> {
  await page.goto('/artist/nova-swade')
  await page
    .getByRole('region', { name: 'Talk to Nova Swade' })
    .getByRole('button', { name: 'Talk to Nova Swade' })
    .click()
  await panel(page).waitFor(patient)
}

/** Types a message and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await panel(page).getByLabel('Message to Nova Swade').fill(text)
  await button(page, 'Send').click()
}
