import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { en } from '#features/radio/messages/en.ts'
import { es } from '#features/radio/messages/es.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import type { Recording } from '#features/radio/contract.ts'
import { radioRoutes } from './routes.ts'
import type { ConnectionLimits } from '#platform/connection-limiter.ts'
import { testLibrary } from './test-recordings.ts'
import { createTestStation, testOrigin } from './test-station.ts'
import { manualTime } from './test-time.ts'

const testFacts = {
  name: 'Swade Radio',
  description: 'Music.',
  genre: 'ambient',
  homepage: `${testOrigin}/radio`,
  logo: `${testOrigin}/icon-512.png`,
  isListed: false,
}

/** Time after which a station without a database plans alone. */
const aloneMs = 5000

/** Creates a station with its routes on a real port. It has no database, so it goes on air by itself. */
async function openStream({ library, limits }: { library?: Recording[]; limits?: ConnectionLimits } = {}) {
  const time = manualTime()
  const { station } = await createTestStation({ library: library ?? (await testLibrary()), time })
  await time.pass(aloneMs)
  const app = Fastify({ forceCloseConnections: 'idle', trustProxy: true })
  onTestFinished(() => app.close())
  await app.register(errorHandling, { texts: joinCatalogues({ features: [{ name: 'radio', messages: { en, es } }] }) })
  await app.register(
    radioRoutes({
      station,
      radio: station.service,
      origin: testOrigin,
      facts: () => testFacts,
      ...(limits ? { limits } : {}),
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return { station, app, port, time }
}

/** Connects a listener over a raw socket; `bytes` is everything it has received, without the response headers. */
async function listenTo(port: number, headers: Record<string, string> = {}) {
  const socket: Socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
  const lines = Object.entries({ host: 'radio.test', ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET /radio/stream.mp3 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  onTestFinished(() => void socket.destroy())
  const all = () => Buffer.concat(chunks)
  await vi.waitUntil(() => all().includes('\r\n\r\n'), waiting)
  const headEnd = all().indexOf('\r\n\r\n') + 4
  const head = all().toString('latin1', 0, headEnd - 4)
  const [status = '', ...rest] = head.split('\r\n')
  return {
    socket,
    status: Number(status.split(' ')[1]),
    headers: Object.fromEntries(
      rest.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    ),
    bytes: () => all().subarray(headEnd),
  }
}

/** Polling options for effects on the other end of a connection. */
const waiting = { interval: 5, timeout: 20_000 }

/** Waits until the audio has arrived: at least this many seconds at 128 kbit/s. */
const waitForSeconds = (listener: { bytes(): Buffer }, seconds: number) =>
  vi.waitUntil(() => listener.bytes().length / 16_000 > seconds, waiting)

/** Splits the received audio into recordings, or reports at which byte that fails. */
function recordingsIn(audio: Buffer, library: readonly Recording[]): string[] {
  const songs = library.map(({ id, file }) => ({ id, bytes: readFileSync(file) }))
  const order: string[] = []
  // The burst begins somewhere within a recording.
  const opening = audio.subarray(0, 400)
  let song = songs.find(({ bytes }) => bytes.includes(opening))
  if (!song) throw new Error('the received audio begins in no recording')
  let from = song.bytes.indexOf(opening)
  let at = 0
  while (at < audio.length) {
    const length = Math.min(song.bytes.length - from, audio.length - at)
    if (!audio.subarray(at, at + length).equals(song.bytes.subarray(from, from + length)))
      throw new Error(`${song.id} is not whole near byte ${at}`)
    order.push(song.id)
    at += length
    from = 0
    const head = audio.subarray(at, at + 400)
    const next = songs.find(({ bytes }) => bytes.subarray(0, head.length).equals(head))
    if (at < audio.length && !next) throw new Error(`no recording begins at byte ${at}`)
    song = next ?? song
  }
  return order
}

test('a listener receives whole recordings back to back, without an extra or missing byte', async () => {
  const library = await testLibrary({ frames: 60 })
  const { port, station, time } = await openStream({ library })
  const listener = await listenTo(port)
  await time.pass(10_000)
  await waitForSeconds(listener, 12.5)
  const order = recordingsIn(listener.bytes(), library)
  expect(order.length).toBeGreaterThan(5)
  expect(order.every((id, i) => id !== order[i - 1])).toBe(true)
  expect(station.service.problems()).toEqual([])
})

test('a stream begins with a burst of three seconds and continues in real time', async () => {
  const { port, station, time } = await openStream({ library: await testLibrary({ frames: 400 }) })
  const listener = await listenTo(port)
  await waitForSeconds(listener, 2.85)
  expect(listener.bytes().length / 16_000).toBeLessThan(3.15)
  await time.pass(3000)
  // The listener is served every 400 ms.
  await waitForSeconds(listener, 5.4)
  expect(listener.bytes().length / 16_000).toBeLessThan(6.15)
  expect(station.service.nowPlaying().listeners.total).toBe(1)
  listener.socket.destroy()
  await vi.waitUntil(() => station.service.nowPlaying().listeners.total === 0, waiting)
})

test('the response headers describe the stream, and it is neither chunked nor limited in length', async () => {
  const { port } = await openStream()
  const { status, headers } = await listenTo(port)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'cache-control': 'no-store',
    'connection': 'close',
    'icy-name': 'Swade Radio',
    'icy-br': '128',
    'icy-pub': '0',
    'icy-version': '2',
    'icy-index-metadata': '1',
    'icy-url': `${testOrigin}/radio`,
    'icy-logo': `${testOrigin}/icon-512.png`,
    'icy-do-not-index': '1',
  })
  for (const name of ['content-length', 'transfer-encoding', 'icy-metaint']) expect(headers).not.toHaveProperty(name)
})

test('a range request gets the present', async () => {
  const { port } = await openStream()
  for (const range of [
    'bytes=0-',
    'bytes=100-200',
    'bytes=-1',
    'bytes=0-1,5-9',
    'bytes=99999999999-',
    'lines=1-2',
    'bytes=9-1',
  ]) {
    const listener = await listenTo(port, { range })
    expect(listener.status).toBe(200)
    expect(listener.headers).not.toHaveProperty('content-range')
    await waitForSeconds(listener, 1)
  }
})

test('HEAD has the same headers as GET and ends', async () => {
  const { port, station } = await openStream()
  const reply = await fetch(`http://127.0.0.1:${port}/radio/stream.mp3`, { method: 'HEAD' })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('audio/mpeg')
  expect(await reply.text()).toBe('')
  expect(station.transmitter.count()).toBe(0)
})

test('a title block follows every 16,000 bytes, and the audio in between is complete', async () => {
  const library = await testLibrary({ frames: 80 })
  const { port, time } = await openStream({ library })
  const listener = await listenTo(port, { 'icy-metadata': '1' })
  expect(listener.headers['icy-metaint']).toBe('16000')
  await time.pass(10_000)
  await waitForSeconds(listener, 12.5)
  const bytes = listener.bytes()
  const sound: Buffer[] = []
  const titles: string[] = []
  for (let at = 0; at + 16_001 < bytes.length;) {
    sound.push(bytes.subarray(at, at + 16_000))
    const length = bytes[at + 16_000]! * 16
    const text = bytes.toString('utf8', at + 16_001, at + 16_001 + length).replace(/\0+$/, '')
    if (length > 0) titles.push(text)
    at += 16_001 + length
  }
  const order = recordingsIn(Buffer.concat(sound), library)
  // A block comes about every 38 frames, so the title of each recording of 80 frames is sent once.
  const trackIds = titles.map((text) => /^StreamTitle='Artist of (track:\d) - Title of \1';$/.exec(text)?.[1])
  expect(trackIds.slice(0, -1)).toEqual(
    order.slice(order.indexOf(trackIds[0]!), order.indexOf(trackIds[0]!) + trackIds.length - 1),
  )
})

test('a station without anything to play says so and accepts no listeners', async () => {
  const { port } = await openStream({ library: [] })
  const reply = await fetch(`http://127.0.0.1:${port}/radio/stream.mp3`)
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('2')
  expect(await reply.json()).toMatchObject({ success: false, code: 'unavailable' })
})

test('closing ends every stream, including those of clients that do not read', async () => {
  const { app, port, station } = await openStream()
  const listeners = await Promise.all(Array.from({ length: 20 }, () => listenTo(port)))
  listeners[0]!.socket.pause()
  await app.close()
  expect(station.transmitter.count()).toBe(0)
  await vi.waitUntil(() => listeners.slice(1).every(({ socket }) => socket.destroyed), waiting)
})

test.each([
  ['the stream 1,200 times', '', 1200],
  ['another page and then the stream', 'GET /elsewhere HTTP/1.1\r\nhost: radio.test\r\n\r\n', 1],
])('one connection is at most one listener, whatever it pipelines: %s', async (_name, ahead, times) => {
  const { port, station } = await openStream()
  let most = 0
  const end = station.service.subscribe((now) => (most = Math.max(most, now.listeners.total)))
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  let receivedBytes = 0
  socket.on('data', (chunk: Buffer) => (receivedBytes += chunk.length))
  socket.write(ahead + 'GET /radio/stream.mp3 HTTP/1.1\r\nhost: radio.test\r\n\r\n'.repeat(times))
  await closed
  await vi.waitUntil(() => station.transmitter.count() === 0, waiting)
  end()
  expect(most).toBeLessThanOrEqual(1)
  expect(receivedBytes).toBeLessThan(100_000)
  expect((await listenTo(port)).status).toBe(200)
})

test('no client takes all connections, and when all are taken the next one is asked to retry later', async () => {
  const { port } = await openStream({ limits: { total: 5, perClient: 2 } })
  const from = (address: string) => listenTo(port, { 'x-forwarded-for': address })
  const office = [await from('192.0.2.7'), await from('192.0.2.7')]
  expect(office.map(({ status }) => status)).toEqual([200, 200])
  const refused = await from('192.0.2.7')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('30')
  // All addresses of one IPv6 network count as one client.
  expect([
    (await from('2001:db8::1')).status,
    (await from('2001:db8::2')).status,
    (await from('2001:db8::3')).status,
  ]).toEqual([200, 200, 429])
  // The machine itself runs the benchmarks, so only the total limit applies to it.
  expect((await listenTo(port)).status).toBe(200)
  const late = await from('198.51.100.1')
  expect(late.status).toBe(503)
  expect(late.headers['retry-after']).toBe('30')
  office[0]!.socket.destroy()
  await vi.waitUntil(async () => (await from('192.0.2.7')).status === 200, waiting)
})
