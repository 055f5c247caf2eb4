import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SlowUpload } from '#platform/feature.ts'
import { guardBody } from './body-deadline.ts'

const slow: SlowUpload = { path: /^\/large$/, maxMs: 60_000, everyMs: 150, minBytes: 1000, maxBytes: 50_000 }

// Fake timers advance only after a chunk has arrived.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Starts a server with body deadlines that counts received bytes. */
async function serve(usualMs: number) {
  let received = 0
  const server: Server = createServer((request, response) => {
    guardBody(request, response, [slow], usualMs)
    request.on('data', (chunk: Buffer) => (received += chunk.length)).on('end', () => response.end('all of it'))
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, received: () => received }
}

type Served = Awaited<ReturnType<typeof serve>>

/** Sends a body in chunks, advancing the clock between them. */
async function post(
  { port, received }: Served,
  path: string,
  pieces: { count: number; bytes: number; everyMs: number },
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  const length = pieces.count * pieces.bytes
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`)
  for (let sent = 1; sent <= pieces.count && !answer; sent += 1) {
    socket.write(Buffer.alloc(pieces.bytes, 1))
    while (received() < sent * pieces.bytes && !answer) await new Promise(setImmediate)
    vi.advanceTimersByTime(pieces.everyMs)
  }
  await closed
  return answer
}

test('a body that arrives too slowly is aborted after the usual time', async () => {
  expect(await post(await serve(200), '/form', { count: 40, bytes: 1, everyMs: 25 })).toMatch(/^HTTP\/1\.1 408 /)
})

test('a large upload over a steady connection may take longer than the usual time', async () => {
  expect(await post(await serve(200), '/large', { count: 12, bytes: 2000, everyMs: 40 })).toContain('all of it')
})

test('a large upload that hardly progresses is aborted', async () => {
  expect(await post(await serve(200), '/large', { count: 400, bytes: 1, everyMs: 10 })).toMatch(/^HTTP\/1\.1 408 /)
})

test('an endless upload is aborted', async () => {
  expect(await post(await serve(60_000), '/large', { count: 100, bytes: 20_000, everyMs: 10 })).toMatch(
    /^HTTP\/1\.1 408 /,
  )
})

test('a request without a body has no deadline', async () => {
  const { port } = await serve(10)
  vi.advanceTimersByTime(30)
  expect(await (await fetch(`http://127.0.0.1:${port}/form`)).text()).toBe('all of it')
})
