import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findNeed, findPlainChromium, needs } from '../../scripts/test/needs.ts'
import { listenForComplaints } from '../support/browser.ts'

/** Pages with one fault each: the browser of the stories must notice every one. */
const faults: Record<string, string> = {
  '/logs-an-error': '<script>console.error("it broke")</script>',
  '/throws': '<script>throw new Error("it broke")</script>',
  '/rejects': '<script>Promise.reject(new Error("it broke"))</script>',
  '/rejects-as-browsers-do': '<script>Promise.reject(new DOMException("it broke", "AbortError"))</script>',
  '/asks-another-host': '<img src="https://elsewhere.example/pixel.png" alt="">',
  '/misses-a-file': '<img src="/missing.png" alt="">',
}

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const body = path === '/fine' || path === '/breaks-its-policy' ? '<p style="color: red">fine</p>' : faults[path]
  const policy = path === '/breaks-its-policy' ? { 'content-security-policy': "default-src 'none'" } : {}
  const icon = '<link rel="icon" href="data:,">'
  response.writeHead(body ? 200 : 404, { 'content-type': 'text/html', ...policy })
  response.end(
    body && `<!doctype html><html lang="en"><head><title>t</title>${path === '/breaks-its-policy' ? '' : icon}</head>${body}</html>`,
  )
})
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

describe.each([
  ['the browser of the stories', findPlainChromium()],
  ['the whole browser', findNeed(needs.chromium)],
])('%s', (_name, executablePath) => {
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  })
  afterAll(() => browser.close())

  async function complaintsAbout(path: string, options = {}): Promise<string[]> {
    const context = await browser.newContext(options)
    const complaints = listenForComplaints(context, origin)
    const page = await context.newPage()
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await context.close()
    return complaints
  }

  test.each([...Object.keys(faults), '/breaks-its-policy'])('notices a page that %s', async (path) => {
    expect(await complaintsAbout(path)).not.toEqual([])
  })

  test('without script too, notices a page that asks another host', async () => {
    expect(await complaintsAbout('/asks-another-host', { javaScriptEnabled: false })).not.toEqual([])
    expect(await complaintsAbout('/breaks-its-policy', { javaScriptEnabled: false })).not.toEqual([])
  })

  test('passes a page without faults in silence', async () => {
    expect(await complaintsAbout('/fine')).toEqual([])
  })
})
