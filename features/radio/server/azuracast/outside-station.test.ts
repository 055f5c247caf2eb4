import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nowPlayingSchema } from '#features/radio/contract.ts'
import { systemClock } from '#platform/clock.ts'
import { type AzuracastDouble, type AzuracastFault, startAzuracastDouble } from '#tests/support/azuracast-double.ts'
import { openOutsideStation, type OutsideStation, outsideOrigins } from './outside-station.ts'

let double: AzuracastDouble
const stations: OutsideStation[] = []
let logged: { details: { fault?: string }; message: string }[]

beforeEach(async () => {
  double = await startAzuracastDouble()
  logged = []
})
afterEach(async () => {
  for (const station of stations.splice(0)) station.stop()
  await double.close()
})

function open(options: { url?: string; everyMs?: number; timeoutMs?: number } = {}) {
  const note = (details: object, message: string) => void logged.push({ details, message })
  const station = openOutsideStation({
    url: double.url,
    station: double.station,
    origin: 'https://swade.example',
    log: { info: note, warn: note, debug: note },
    clock: systemClock,
    findArtistUrl: (name) => (name === 'Luma Swade' ? '/artist/luma-swade' : null),
    everyMs: 40,
    timeoutMs: 1000,
    ...options,
  })
  stations.push(station)
  return station
}

const titleOf = (station: OutsideStation) => station.nowPlaying().now_playing?.song.title

test('what the station says is told in the shape of our own', async () => {
  double.setListenUrl('http://127.0.0.1:8000/radio.mp3')
  double.play({ artist: 'Luma Swade', title: 'Prism', art: 'https://r.example/art.jpg', durationSeconds: 200 })
  const station = open()
  await expect.poll(() => titleOf(station)).toBe('Prism')
  const now = nowPlayingSchema.parse(station.nowPlaying())
  expect(now).toMatchObject({
    station: { name: 'Swade Radio', listen_url: 'http://127.0.0.1:8000/radio.mp3' },
    listeners: { total: 42, unique: 40, current: 42 },
    now_playing: { duration: 200, song: { artist: 'Luma Swade', artist_url: '/artist/luma-swade', art: 'https://r.example/art.jpg' } },
    playing_next: { song: { title: 'Next One' } },
    song_history: [{ song: { title: 'Neon' } }],
    is_online: true,
    clock: { source: 'azuracast', burst_ms: 4096 },
  })
  expect(now.clock.ends_at_ms).toBe(now.clock.started_at_ms! + 200_000)
  expect(now.now_playing!.elapsed + now.now_playing!.remaining).toBe(200)
  expect(station.listenUrl()).toBe('http://127.0.0.1:8000/radio.mp3')
})

test('before the station was ever heard nothing is on, and the answer is whole', async () => {
  double.fail('hang')
  const station = open()
  const now = nowPlayingSchema.parse(station.nowPlaying())
  expect(now).toMatchObject({ now_playing: null, is_online: false, station: { listen_url: 'https://swade.example/radio/stream.mp3' } })
})

const faults: [AzuracastFault, RegExp][] = [
  ['bad-gateway', /answered 502/],
  ['not-found', /answered 404/],
  ['redirect', /answered 302/],
  ['invalid-json', /not JSON/],
  ['json-of-something-else', /not one of AzuraCast/],
  ['wrong-types', /not one of AzuraCast \(station.listen_url/],
  ['huge-numbers', /not one of AzuraCast \(listeners.total/],
  ['huge', /larger than 256 KB/],
  ['hang', /within 0.3 s/],
  ['drip', /within 0.3 s/],
  ['hang-up', /cannot be reached/],
]

test.each(faults)('%s: what was heard stays, the log says why once, and the station is heard again afterwards', async (fault, reason) => {
  const station = open({ timeoutMs: 300 })
  await expect.poll(() => titleOf(station)).toBe('Neon')
  const { clock: _, ...before } = station.nowPlaying()
  let told = 0
  station.subscribe(() => (told += 1))

  double.fail(fault)
  double.play({ artist: 'Sample Artist', title: 'Unheard' })
  const asked = double.requests()
  await expect.poll(() => double.requests(), { timeout: 5000 }).toBeGreaterThanOrEqual(asked + 3)
  expect(station.nowPlaying()).toMatchObject({ ...before, now_playing: { song: before.now_playing!.song } })
  expect(logged).toEqual([{ details: { station: 'swade', fault: expect.stringMatching(reason) }, message: expect.any(String) }])
  expect(told).toBe(0)
  expect(double.strayRequests()).toBe(0)

  double.fail(undefined)
  await expect.poll(() => titleOf(station)).toBe('Unheard')
  expect(told).toBe(1)
})

test('a station that vanishes and comes back', async () => {
  const station = open()
  await expect.poll(() => titleOf(station)).toBe('Neon')
  await double.close()
  await expect.poll(() => logged.length).toBe(1)
  expect(titleOf(station)).toBe('Neon')
  double.play({ artist: 'Sample Artist', title: 'Back' })
  await double.open()
  await expect.poll(() => titleOf(station)).toBe('Back')
})

test('on the air without a song keeps the last one; off the air nothing is on', async () => {
  const station = open()
  await expect.poll(() => titleOf(station)).toBe('Neon')
  double.fail('now-playing-null')
  double.setListeners(7)
  await expect.poll(() => station.nowPlaying().listeners.total).toBe(7)
  expect(titleOf(station)).toBe('Neon')
  double.fail('offline')
  await expect.poll(() => station.nowPlaying().is_online).toBe(false)
  expect(station.nowPlaying()).toMatchObject({ now_playing: null, playing_next: null, clock: { started_at_ms: null } })
  expect(logged).toEqual([])
})

test('a song without title and artist takes them from its text, else from the station', async () => {
  double.fail('null-titles')
  const station = open()
  await expect.poll(() => station.nowPlaying().now_playing?.song).toMatchObject({ artist: 'Somebody', title: 'Something', album: '' })
  double.fail('empty-titles')
  await expect.poll(() => station.nowPlaying().now_playing?.song).toMatchObject({ artist: '', title: 'Swade Radio' })
})

test('entities become text, once', async () => {
  double.fail('html-entities')
  const station = open()
  const song = { artist: 'Motöur & Sons', title: '<script>alert(1)</script> "it\'s" 🎶 &lt;' }
  await expect.poll(() => station.nowPlaying().now_playing?.song).toMatchObject(song)
})

test('a song of unknown length has no end', async () => {
  double.fail('no-duration')
  const station = open()
  await expect.poll(() => titleOf(station)).toBe('Neon')
  expect(station.nowPlaying()).toMatchObject({
    now_playing: { duration: 0, remaining: 0 },
    clock: { ends_at_ms: null, next_starts_at_ms: null },
  })
})

test('art and streams are taken over TLS or from the station’s own host, and from nowhere else', async () => {
  const station = open()
  const artOf = async (art: string, title: string) => {
    double.play({ artist: 'Sample Artist', title, art })
    await expect.poll(() => titleOf(station)).toBe(title)
    return station.nowPlaying().now_playing!.song.art
  }
  expect(await artOf('https://elsewhere.example/a.jpg', 'one')).toBe('https://elsewhere.example/a.jpg')
  expect(await artOf('http://127.0.0.1:8080/a.jpg', 'two')).toBe('http://127.0.0.1:8080/a.jpg')
  expect(await artOf('http://elsewhere.example/a.jpg', 'three')).toBe('')
  expect(await artOf('javascript:alert(1)', 'four')).toBe('')
  expect(await artOf('https://user:secret@elsewhere.example/a.jpg', 'five')).toBe('')
  const before = station.listenUrl()
  double.setListenUrl('http://elsewhere.example/radio.mp3')
  await artOf('', 'six')
  expect(station.listenUrl()).toBe(before)
  expect(outsideOrigins(double.url)).toEqual({ media: ['https:', 'http://127.0.0.1:*'], images: ['http://127.0.0.1:*'] })
  expect(outsideOrigins('https://r.example/base')).toEqual({ media: ['https:'], images: [] })
})

test('however many ask, the station is asked once in its time, and no more after the end', async () => {
  const station = open({ everyMs: 250 })
  const until = performance.now() + 900
  while (performance.now() < until) {
    for (let visitor = 0; visitor < 100; visitor += 1) station.nowPlaying()
    await sleep(5)
  }
  expect(double.requests()).toBeGreaterThanOrEqual(3)
  expect(double.requests()).toBeLessThanOrEqual(4)
  station.stop()
  const asked = double.requests()
  await sleep(400)
  expect(double.requests()).toBe(asked)
})

test('what goes wrong is told without the address it went wrong at', async () => {
  // Fetch refuses such an address, in words that repeat it whole.
  const address = new URL(double.url)
  address.username = 'owner'
  address.password = 'hush'
  const station = open({ url: address.href })
  await expect.poll(() => station.fault()).toBe('it cannot be reached (TypeError)')
  expect(JSON.stringify(logged)).not.toContain('hush')
})
