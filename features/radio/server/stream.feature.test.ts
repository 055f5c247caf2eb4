import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Recording } from '#features/radio/contract.ts'
import { listenTo, openTestStation, testLibrary, until } from './test-station.ts'

/** Reads what a listener heard as one recording after another, or says at which byte it is none. */
function recordingsIn(heard: Buffer, library: readonly Recording[]): string[] {
  const songs = library.map(({ id, file }) => ({ id, bytes: readFileSync(file) }))
  const order: string[] = []
  // The burst begins somewhere inside of a recording.
  const opening = heard.subarray(0, 400)
  let song = songs.find(({ bytes }) => bytes.includes(opening))
  if (!song) throw new Error('what was heard first is in no recording')
  let from = song.bytes.indexOf(opening)
  let at = 0
  while (at < heard.length) {
    const length = Math.min(song.bytes.length - from, heard.length - at)
    if (!heard.subarray(at, at + length).equals(song.bytes.subarray(from, from + length)))
      throw new Error(`${song.id} is not whole near byte ${at}`)
    order.push(song.id)
    at += length
    from = 0
    const head = heard.subarray(at, at + 400)
    const next = songs.find(({ bytes }) => bytes.subarray(0, head.length).equals(head))
    if (at < heard.length && !next) throw new Error(`no recording begins at byte ${at}`)
    song = next ?? song
  }
  return order
}

test('what a listener hears is whole recordings one behind the other, not a byte between or missing', async () => {
  const library = await testLibrary({ frames: 60 })
  const { port, station } = await openTestStation({ library })
  const listener = await listenTo(port)
  await until(() => listener.bytes().length > 160_000, 15_000)
  const order = recordingsIn(listener.bytes(), library)
  expect(order.length).toBeGreaterThan(5)
  expect(order.every((id, i) => id !== order[i - 1])).toBe(true)
  expect(station.service.problems()).toEqual([])
})

test('a stream begins with three seconds at once and goes on in real time', async () => {
  const { port, station } = await openTestStation({ library: await testLibrary({ frames: 400 }) })
  const started = performance.now()
  const listener = await listenTo(port)
  await until(() => listener.bytes().length > 40_000)
  expect(performance.now() - started).toBeLessThan(500)
  await sleep(3000)
  const seconds = (performance.now() - started) / 1000
  // 128 kbit/s are 16,000 bytes a second; a turn comes every 400 ms.
  const heard = listener.bytes().length / 16_000 - 3
  expect(heard).toBeGreaterThan(seconds - 0.7)
  expect(heard).toBeLessThan(seconds + 0.3)
  expect(station.service.nowPlaying().listeners.total).toBe(1)
  listener.socket.destroy()
  await until(() => station.service.nowPlaying().listeners.total === 0)
})

test('the answer says what it is, and never ends by a length or in chunks', async () => {
  const { port } = await openTestStation({ library: await testLibrary() })
  const { status, headers } = await listenTo(port)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'cache-control': 'no-store',
    'connection': 'close',
    'icy-name': 'Swade Radio',
    'icy-br': '128',
  })
  for (const name of ['content-length', 'transfer-encoding', 'icy-metaint']) expect(headers).not.toHaveProperty(name)
})

test('a range of the present is the present', async () => {
  const { port } = await openTestStation({ library: await testLibrary() })
  for (const range of ['bytes=0-', 'bytes=100-200', 'bytes=-1', 'bytes=0-1,5-9', 'bytes=99999999999-', 'lines=1-2', 'bytes=9-1']) {
    const listener = await listenTo(port, { range })
    expect(listener.status).toBe(200)
    expect(listener.headers).not.toHaveProperty('content-range')
    await until(() => listener.bytes().length > 1000)
  }
})

test('HEAD answers like GET and ends', async () => {
  const { port, station } = await openTestStation({ library: await testLibrary() })
  const reply = await fetch(`http://127.0.0.1:${port}/radio/stream.mp3`, { method: 'HEAD' })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('audio/mpeg')
  expect(await reply.text()).toBe('')
  expect(station.transmitter.count()).toBe(0)
})

test('titles stand behind every 16,000 bytes, and the sound between them is whole', async () => {
  const library = await testLibrary({ frames: 80 })
  const { port } = await openTestStation({ library })
  const listener = await listenTo(port, { 'icy-metadata': '1' })
  expect(listener.headers['icy-metaint']).toBe('16000')
  await until(() => listener.bytes().length > 160_000, 15_000)
  const heard = listener.bytes()
  const sound: Buffer[] = []
  const titles: string[] = []
  for (let at = 0; at + 16_001 < heard.length;) {
    sound.push(heard.subarray(at, at + 16_000))
    const length = heard[at + 16_000]! * 16
    const text = heard.toString('utf8', at + 16_001, at + 16_001 + length).replace(/\0+$/, '')
    if (length > 0) titles.push(text)
    at += 16_001 + length
  }
  const order = recordingsIn(Buffer.concat(sound), library)
  // One block in about 38 frames: each recording of 80 frames is told, once.
  const told = titles.map((text) => /^StreamTitle='Artist of (track:\d) - Title of \1';$/.exec(text)?.[1])
  expect(told.slice(0, -1)).toEqual(order.slice(order.indexOf(told[0]!), order.indexOf(told[0]!) + told.length - 1))
})

test('a station without anything to play says so and takes nobody on', async () => {
  const { port } = await openTestStation({ library: [], waitForAir: false })
  const reply = await fetch(`http://127.0.0.1:${port}/radio/stream.mp3`)
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('2')
  expect(await reply.json()).toMatchObject({ success: false, code: 'unavailable' })
})

test('closing ends every stream within half a second', async () => {
  const { port, close } = await openTestStation({ library: await testLibrary() })
  const listeners = await Promise.all(Array.from({ length: 20 }, () => listenTo(port)))
  listeners[0]!.socket.pause()
  const started = performance.now()
  await close()
  expect(performance.now() - started).toBeLessThan(1000)
  await until(() => listeners.slice(1).every(({ socket }) => socket.destroyed))
})

test.each([
  ['the stream 1,200 times', '', 1200],
  ['another page and then the stream', 'GET /elsewhere HTTP/1.1\r\nhost: radio.test\r\n\r\n', 1],
])('one connection is one listener at most, whatever it asks ahead: %s', async (_name, ahead, times) => {
  const { port, station } = await openTestStation({ library: await testLibrary() })
  let most = 0
  const end = station.service.subscribe((now) => (most = Math.max(most, now.listeners.total)))
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  let heard = 0
  socket.on('data', (chunk: Buffer) => (heard += chunk.length))
  socket.write(ahead + 'GET /radio/stream.mp3 HTTP/1.1\r\nhost: radio.test\r\n\r\n'.repeat(times))
  await closed
  await until(() => station.transmitter.count() === 0)
  end()
  expect(most).toBeLessThanOrEqual(1)
  expect(heard).toBeLessThan(100_000)
  expect((await listenTo(port)).status).toBe(200)
})

test('no client takes all seats, and when all are taken the next is asked to come back', async () => {
  const { port } = await openTestStation({ library: await testLibrary(), limits: { total: 5, perClient: 2 } })
  const from = (address: string) => listenTo(port, { 'x-forwarded-for': address })
  const office = [await from('192.0.2.7'), await from('192.0.2.7')]
  expect(office.map(({ status }) => status)).toEqual([200, 200])
  const refused = await from('192.0.2.7')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('30')
  // An IPv6 line is one client, whatever addresses it gives itself.
  expect([(await from('2001:db8::1')).status, (await from('2001:db8::2')).status, (await from('2001:db8::3')).status]).toEqual([
    200, 200, 429,
  ])
  // This machine itself is measured from, so it is bound by the total alone.
  expect((await listenTo(port)).status).toBe(200)
  const late = await from('198.51.100.1')
  expect(late.status).toBe(503)
  expect(late.headers['retry-after']).toBe('30')
  office[0]!.socket.destroy()
  await until(async () => (await from('192.0.2.7')).status === 200)
})
