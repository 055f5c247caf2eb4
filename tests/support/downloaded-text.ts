import type { Locator } from 'playwright-core'

/**
 * Clicks a download button.
 *
 * @returns File name and text.
 */
export async function downloadedText(button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()])
  const chunks: Buffer[] = []
  // The browser is remote, so the file is read as a stream.
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() }
}
