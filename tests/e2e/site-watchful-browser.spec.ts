import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { findRequirement, findPlainChromium, requirements } from '../../scripts/test/requirements.ts'
import { collectPageErrors } from '#tests/support/browser.ts'

/** Pages with one fault each, which the browser of the tests must report, and a pattern of the report. */
const faults: Record<string, [body: string, report: RegExp]> = {
  '/logs-an-error': ['<script>console.error("it broke")</script>', /^console: it broke .*\/logs-an-error\)/],
  '/throws': ['<script>throw new Error("it broke")</script>', /^error: Error: it broke\n.*\/throws:/],
  '/rejects': ['<script>Promise.reject(new Error("it broke"))</script>', /^error: Error: it broke\n.*\/rejects:/],
  '/rejects-as-browsers-do': [
    '<script>Promise.reject(new DOMException("it broke", "AbortError"))</script>',
    /^error: AbortError: it broke/,
  ],
  '/asks-another-host': ['<img src="https://elsewhere.example/pixel.png" alt="">', /^another host: /],
  '/misses-a-file': ['<img src="/missing.png" alt="">', /^console: .*404.*\/missing\.png\)/],
  '/breaks-its-policy': ['<p style="color: red">red</p>', /^console: .*Content Security Policy/],
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
      const body = path === '/fine' ? '<p style="color: red">fine</p>' : faults[path]?.[0]
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
    try {
      for (const javaScriptEnabled of [true, false]) {
        const context = await browser.newContext({ javaScriptEnabled })
        const complaints = collectPageErrors(context, origin)
        const page = await context.newPage()
        for (const path of javaScriptEnabled ? Object.keys(faults) : withoutScript) {
          await page.goto(origin + path)
          const report = faults[path]![1]
          const isReported = () => complaints.some((one) => report.test(one))
          await expect.poll(isReported, { message: path }).toBe(true)
          complaints.splice(0)
        }
        await context.close()
      }
      const context = await browser.newContext()
      const complaints = collectPageErrors(context, origin)
      await (await context.newPage()).goto(`${origin}/fine`)
      await context.close()
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
      server.close()
    }
  },
)
