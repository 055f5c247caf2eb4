import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { findRequirement, findPlainChromium, requirements } from '../../scripts/test/requirements.ts'
import { collectPageErrors } from '#tests/support/browser.ts'

/** Pages with one fault each, which the browser of the tests must report. */
const faults: Record<string, string> = {
  '/logs-an-error': '<script>console.error("it broke")</script>',
  '/throws': '<script>throw new Error("it broke")</script>',
  '/rejects': '<script>Promise.reject(new Error("it broke"))</script>',
  '/rejects-as-browsers-do': '<script>Promise.reject(new DOMException("it broke", "AbortError"))</script>',
  '/asks-another-host': '<img src="https://elsewhere.example/pixel.png" alt="">',
  '/misses-a-file': '<img src="/missing.png" alt="">',
  '/breaks-its-policy': '<p style="color: red">red</p>',
}
const withoutScript = ['/asks-another-host', '/breaks-its-policy']

test.each([
  ['the browser of the tests', findPlainChromium()],
  ['the whole browser', findRequirement(requirements.chromium)],
])(
  '%s detects every fault of a page, with and without JavaScript, and reports nothing for a page without faults',
  async (_name, executablePath) => {
    const server = createServer((request, response) => {
      const path = request.url ?? ''
      const body = path === '/fine' ? '<p style="color: red">fine</p>' : faults[path]
      const policy =
        path === '/breaks-its-policy' ? { 'content-security-policy': "default-src 'none'; img-src data:" } : {}
      response.writeHead(body ? 200 : 404, { 'content-type': 'text/html', ...policy })
      response.end(
        body &&
          `<!doctype html><html lang="en"><head><title>t</title><link rel="icon" href="data:,"></head>${body}</html>`,
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
    const listen = async (path: string, javaScriptEnabled: boolean) => {
      const context = await browser.newContext({ javaScriptEnabled })
      const complaints = collectPageErrors(context, origin)
      const page = await context.newPage()
      await page.goto(origin + path)
      return { complaints, close: () => context.close() }
    }
    try {
      for (const [path, isScripted] of [
        ...Object.keys(faults).map((fault) => [fault, true] as const),
        ...withoutScript.map((fault) => [fault, false] as const),
      ]) {
        const { complaints, close } = await listen(path, isScripted)
        await expect.poll(() => complaints.length, { timeout: 20_000, message: path }).toBeGreaterThan(0)
        await close()
      }
      const { complaints, close } = await listen('/fine', true)
      await close()
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
      server.close()
    }
  },
)
