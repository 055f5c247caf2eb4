import type { Page } from 'playwright-core'

/** Helpers for the voice panel, with a long timeout for slow machines. */
export const patient = { timeout: 45_000 }
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Talk to Nova Swade' })
export const button = (page: Page, name: string | RegExp) =>
  panel(page).getByRole('button', { name, exact: typeof name === 'string' })
export const log = (page: Page) => panel(page).getByRole('log', { name: 'Conversation' })
export const phase = (page: Page, name: string) =>
  page.locator(`#voice-panel[data-phase="${name}"]`).waitFor({ state: 'attached', ...patient })

/** Opens the panel with the button of the section. */
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
