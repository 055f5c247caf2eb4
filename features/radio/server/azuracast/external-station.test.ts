import { afterEach, beforeEach, expect, test } from 'vitest'
import { nowPlayingSchema } from '#features/radio/contract.ts'
import { type AzuracastFake, type AzuracastFault, startAzuracastFake } from '#tests/support/azuracast-fake.ts'
import { type ManualTime, manualTime } from '../test-time.ts'
import { createExternalStation, type ExternalStation, externalOrigins } from './external-station.ts'

let fake: AzuracastFake
let time: ManualTime
/** Real timeout of a request in milliseconds, for tests in which the response never arrives. */
let patienceMs: number | undefined
const stations: ExternalStation[] = []
let logged: { details: { fault?: string }; message: string }[]

beforeEach(async () => {
  fake = await startAzuracastFake()
  time = manualTime()
  patienceMs = undefined
  logged = []
})
afterEach(async () => {
  for (const station of stations.splice(0)) station.stop()
  await fake.close()
})

/** Creates a station that has been polled once; `askAgain` polls it again. */
async function open({ url = fake.url } = {}) {
  const note = (details: object, message: string) => void logged.push({ details, message })
  const station = createExternalStation({
    url,
    station: fake.station,
    origin: 'https://swade.example',
    stationName: () => 'Swade Radio',
    log: { info: note, warn: note, debug: note },
    clock: time.clock,
    time,
    timeout: () => (patienceMs === undefined ? new AbortController().signal : AbortSignal.timeout(patienceMs)),
    findArtistUrl: (name) => (name === 'Luma Swade' ? '/artist/luma-swade' : null),
  })
  stations.push(station)
  await time.pass(0)
  return station
}

const poll = () => time.pass(30_000)
const titleOf = (station: ExternalStation) => station.nowPlaying().now_playing?.song.title

test('a response of the station is converted to our own format', async () => {
  fake.setListenUrl('http://127.0.0.1:8000/radio.mp3')
  fake.play({ artist: 'Luma Swade', title: 'Prism', art: 'https://r.example/art.jpg', durationSeconds: 200 })
  const station = await open()
  const now = nowPlayingSchema.parse(station.nowPlaying())
  expect(now).toMatchObject({
    station: { name: 'Swade Radio', listen_url: 'http://127.0.0.1:8000/radio.mp3' },
    listeners: { total: 42, unique: 40, current: 42 },
    now_playing: {
      duration: 200,
      song: {
        title: 'Prism',
        artist: 'Luma Swade',
        artist_url: '/artist/luma-swade',
        art: 'https://r.example/art.jpg',
      },
    },
    playing_next: { song: { title: 'Next One' } },
    song_history: [{ song: { title: 'Neon' } }],
    is_online: true,
    clock: { source: 'azuracast', burst_ms: 4096 },
  })
  expect(now.clock.ends_at_ms).toBe(now.clock.started_at_ms! + 200_000)
  expect(now.now_playing!.elapsed + now.now_playing!.remaining).toBe(200)
  expect(station.listenUrl()).toBe('http://127.0.0.1:8000/radio.mp3')
})

test('before the first response the station is off air, and now playing is complete', async () => {
  fake.fail('hang')
  patienceMs = 20
  const station = await open()
  const now = nowPlayingSchema.parse(station.nowPlaying())
  expect(now).toMatchObject({
    now_playing: null,
    is_online: false,
    station: { listen_url: 'https://swade.example/radio/stream.mp3' },
  })
})

const faults: [AzuracastFault, RegExp][] = [
  ['bad-gateway', /responded with 502/],
  ['not-found', /responded with 404/],
  ['redirect', /responded with 302/],
  ['invalid-json', /not JSON/],
  ['json-of-something-else', /not valid AzuraCast data/],
  ['wrong-types', /not valid AzuraCast data \(station.listen_url/],
  ['huge-numbers', /not valid AzuraCast data \(listeners.total/],
  ['huge', /larger than 256 KB/],
  ['hang', /within 5 s/],
  ['drip', /within 5 s/],
  ['hang-up', /cannot be reached/],
]

test.each(faults)(
  '%s: the last snapshot stays, the log has the reason once, and polling recovers afterwards',
  async (fault, reason) => {
    const station = await open()
    expect(titleOf(station)).toBe('Neon')
    const { clock: _, ...before } = station.nowPlaying()
    let notifications = 0
    station.subscribe(() => (notifications += 1))

    fake.fail(fault)
    fake.play({ artist: 'Sample Artist', title: 'Unheard' })
    if (fault === 'hang' || fault === 'drip') patienceMs = 50
    await poll()
    await poll()
    expect(station.nowPlaying()).toMatchObject({ ...before, now_playing: { song: before.now_playing!.song } })
    expect(logged).toEqual([
      { details: { station: 'swade', fault: expect.stringMatching(reason) }, message: expect.any(String) },
    ])
    expect(notifications).toBe(0)
    expect(fake.strayRequests()).toBe(0)

    fake.fail(undefined)
    patienceMs = undefined
    await poll()
    expect(titleOf(station)).toBe('Unheard')
    expect(notifications).toBe(1)
  },
)

test('a station that becomes unreachable recovers', async () => {
  const station = await open()
  await fake.close()
  await poll()
  expect(logged).toHaveLength(1)
  expect(titleOf(station)).toBe('Neon')
  fake.play({ artist: 'Sample Artist', title: 'Back' })
  await fake.open()
  await poll()
  expect(titleOf(station)).toBe('Back')
})

test('on air without a song, the last song stays; off air, no song is shown', async () => {
  const station = await open()
  expect(titleOf(station)).toBe('Neon')
  fake.fail('now-playing-null')
  fake.setListeners(7)
  await poll()
  expect(station.nowPlaying().listeners.total).toBe(7)
  expect(titleOf(station)).toBe('Neon')
  fake.fail('offline')
  await poll()
  expect(station.nowPlaying().is_online).toBe(false)
  expect(station.nowPlaying()).toMatchObject({ now_playing: null, playing_next: null, clock: { started_at_ms: null } })
  expect(logged).toEqual([])
})

test('a song without title and artist takes them from its text, or from the station', async () => {
  fake.fail('null-titles')
  const station = await open()
  expect(station.nowPlaying().now_playing?.song).toMatchObject({ artist: 'Somebody', title: 'Something', album: '' })
  fake.fail('empty-titles')
  await poll()
  expect(station.nowPlaying().now_playing?.song).toMatchObject({ artist: '', title: 'Swade Radio' })
})

test('entities are decoded once', async () => {
  fake.fail('html-entities')
  const station = await open()
  const song = { artist: 'Motöur & Sons', title: '<script>alert(1)</script> "it\'s" 🎶 &lt;' }
  expect(station.nowPlaying().now_playing?.song).toMatchObject(song)
})

test('a song of unknown length has no end', async () => {
  fake.fail('no-duration')
  const station = await open()
  expect(titleOf(station)).toBe('Neon')
  expect(station.nowPlaying()).toMatchObject({
    now_playing: { duration: 0, remaining: 0 },
    clock: { ends_at_ms: null, next_starts_at_ms: null },
  })
})

test('art and streams are accepted over TLS or from the station’s own host only', async () => {
  const station = await open()
  const artOf = async (art: string, title: string) => {
    fake.play({ artist: 'Sample Artist', title, art })
    await poll()
    expect(titleOf(station)).toBe(title)
    return station.nowPlaying().now_playing!.song.art
  }
  expect(await artOf('https://elsewhere.example/a.jpg', 'one')).toBe('https://elsewhere.example/a.jpg')
  expect(await artOf('http://127.0.0.1:8080/a.jpg', 'two')).toBe('http://127.0.0.1:8080/a.jpg')
  expect(await artOf('http://elsewhere.example/a.jpg', 'three')).toBe('')
  expect(await artOf('javascript:alert(1)', 'four')).toBe('')
  expect(await artOf('https://user:secret@elsewhere.example/a.jpg', 'five')).toBe('')
  const before = station.listenUrl()
  fake.setListenUrl('http://elsewhere.example/radio.mp3')
  await artOf('', 'six')
  expect(station.listenUrl()).toBe(before)
  expect(externalOrigins(fake.url)).toEqual({
    media: ['https:', 'http://127.0.0.1:*'],
    images: ['https://127.0.0.1:*', 'http://127.0.0.1:*'],
  })
  expect(externalOrigins('https://r.example/base')).toEqual({ media: ['https:'], images: ['https://r.example:*'] })
})

test('many readers cause one request per interval, and none after the station was stopped', async () => {
  const station = await open()
  for (let second = 0; second < 90; second += 1) {
    for (let visitor = 0; visitor < 100; visitor += 1) station.nowPlaying()
    await time.pass(1000)
  }
  expect(fake.requests()).toBe(4)
  station.stop()
  await time.pass(90_000)
  expect(fake.requests()).toBe(4)
})

test('stopping a station during a request is not an error, and it is not polled again', async () => {
  fake.fail('hang')
  const opening = open()
  await expect.poll(() => fake.requests()).toBe(1)
  stations[0]!.stop()
  const station = await opening
  await time.pass(90_000)
  expect([logged, station.fault(), fake.requests()]).toEqual([[], undefined, 1])
})

test('an error does not contain the address', async () => {
  // `fetch` rejects such an address with a message that contains all of it.
  const address = new URL(fake.url)
  address.username = 'owner'
  address.password = 'hush'
  const station = await open({ url: address.href })
  expect(station.fault()).toBe('the station cannot be reached (TypeError)')
  expect(JSON.stringify(logged)).not.toContain('hush')
})
