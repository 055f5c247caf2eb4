import { expect, test } from 'vitest'
import { maxSdpLength } from '#features/venue/hall/voice-rules.ts'
import { createPacer } from './voice-pacer.ts'
import { fitDescription } from './voice-peer.ts'
import { problemOf, requestMicrophone } from './microphone.ts'

test('a description that is too long loses its last addresses and nothing else', () => {
  const head = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n'
  const address = (index: number) => `a=candidate:${index} 1 udp 2122260223 192.0.2.1 50000 typ host\r\n`
  const tail = 'a=rtpmap:111 opus/48000/2\r\n'
  const long = head + Array.from({ length: 200 }, (_, index) => address(index)).join('') + tail
  const fitting = fitDescription(long)
  expect(fitting.length).toBeLessThanOrEqual(maxSdpLength)
  expect(fitting.length).toBeGreaterThan(maxSdpLength - 100)
  expect(fitting.startsWith(head + address(0))).toBe(true)
  expect(fitting.endsWith(tail)).toBe(true)
  expect(fitDescription(head + address(1) + tail)).toBe(head + address(1) + tail)
})

test("fifty connections at once stay below the server's rate limit, and each message is sent in order", () => {
  let nowMs = 0
  const waiting: { at: number; run: () => void }[] = []
  const sent: { at: number; message: number }[] = []
  const pacer = createPacer<number>((message) => sent.push({ at: nowMs, message }), {
    nowMs: () => nowMs,
    later: (run, ms) => waiting.push({ at: nowMs + ms, run }),
  })
  for (let message = 0; message < 50; message += 1) pacer.push(message)
  while (waiting.length > 0) {
    const next = waiting.shift()!
    nowMs = next.at
    next.run()
  }
  expect(sent.map(({ message }) => message)).toEqual(Array.from({ length: 50 }, (_, index) => index))
  for (const { at } of sent)
    expect(sent.filter((one) => one.at >= at && one.at < at + 1_000).length).toBeLessThanOrEqual(31)
  expect(nowMs).toBeLessThan(4_000)
})

test('each microphone error has its own message', async () => {
  const named = (name: string) => problemOf(new DOMException('', name))
  expect(['NotAllowedError', 'NotFoundError', 'NotReadableError', 'Odd'].map(named)).toEqual([
    'denied',
    'missing',
    'in-use',
    'failed',
  ])
  await expect(requestMicrophone(undefined).catch(problemOf)).resolves.toBe('no-support')
})
