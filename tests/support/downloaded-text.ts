import type { Locator } from 'playwright-core'

/** Presses what downloads a file. @returns its name and its text. */
export async function downloadedText(button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()])
  const chunks: Buffer[] = []
  // By its stream: the browser runs elsewhere, and its files have no path here.
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() }
}
