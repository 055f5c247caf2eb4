import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { brotliCompressSync } from 'node:zlib'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()

test('a page of another site frames the player, which plays by keyboard, while our pages refuse the frame', async () => {
  const other = createServer((request, response) => {
    const framed = request.url === '/closed' ? '/radio' : '/embed/track/nova-swade'
    // A cross-origin isolated page has the strictest rules for embedding.
    const isolated = request.url === '/closed' ? {} : { 'cross-origin-embedder-policy': 'require-corp' }
    response.writeHead(200, { 'content-type': 'text/html', ...isolated })
    response.end(
      `<html lang="en"><title>Other</title><main><iframe title="f" width="480" height="152" allow="autoplay" src="${site.origin}${framed}"></iframe></main></html>`,
    )
  })
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }

  const page = await site.takePage({
    expected: [/frame-ancestors/, /favicon/, /^another host: http:\/\/127/, /\/radio net::ERR_BLOCKED_BY_RESPONSE/],
  })
  // Another port of the same host is another origin.
  await page.goto(`http://127.0.0.1:${port}/`)
  const player = page.frameLocator('iframe')
  const play = player.getByRole('button', { name: /^Play / })
  await play.focus()
  await page.keyboard.press('Enter')
  await player.getByRole('button', { name: /^Pause / }).waitFor()
  await expect.poll(() => player.locator('.time').textContent()).toMatch(/^0:0[1-9] \/ \d:\d\d$/)
  await player.getByRole('slider').focus()
  await page.keyboard.press('End')
  await expect.poll(() => play.count()).toBe(1)
  expect(await player.locator('audio').isVisible()).toBe(false)

  await page.goto(`http://127.0.0.1:${port}/closed`)
  expect(await page.frameLocator('iframe').getByRole('heading').count()).toBe(0)

  await page.goto(`${site.origin}/embed/radio`)
  await page.getByRole('button', { name: 'Play Swade Radio' }).waitFor()
  await checkAccessibility(page, 'the player of the station', 'body')
  const script = await (await fetch(`${site.origin}/embed-player.js`)).text()
  expect(brotliCompressSync(script).length).toBeLessThan(25 * 1024)
})
