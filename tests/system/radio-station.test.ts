import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFrames } from '#platform/recordings/frames/mp3-frames.ts'
import { breakableConnection } from '#tests/support/breakable-connection.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { newPreparedDatabase, type SiteDatabase } from '#tests/support/site-databases.ts'

const run = promisify(execFile)
const streamPath = '/radio/stream.mp3'

/** Bytes of audio per second, at 128 kbit/s of the catalog. */
const perSecond = 16_000

/** Timeout for real processes. */
const waiting = { interval: 50, timeout: 30_000 }

let siteDatabase: SiteDatabase
/** This process is the leader and is killed. */
let first: Site
let second: Site
/** The connection of this process to the database can be cut. */
let third: Site
let line: Awaited<ReturnType<typeof breakableConnection>>
/** Closes the connections that tests have opened. */
const endings: (() => unknown)[] = []

beforeAll(async () => {
  siteDatabase = await newPreparedDatabase()
  line = await breakableConnection(siteDatabase.url)
  first = await startSite({ env: { DATABASE_URL: siteDatabase.url } })
  await isOnAir(first)
  ;[second, third] = await Promise.all([
    startSite({ env: { DATABASE_URL: siteDatabase.url } }),
    startSite({ env: { DATABASE_URL: line.url } }),
  ])
  await Promise.all([second, third].map(isOnAir))
})

afterAll(async () => {
  for (const end of endings) await end()
  await Promise.all([first, second, third].map((site) => site?.stop()))
  await line?.cut()
  await siteDatabase?.drop()
})

const isOnAir = (site: Site) => vi.waitUntil(() => nowPlaying(site).then((now) => now.is_online), waiting)

async function nowPlaying(site: Site) {
  const reply = await fetch(`${site.origin}/api/radio/now-playing`)
  return (await reply.json()) as {
    is_online: boolean
    listeners: { total: number }
    now_playing: { sh_id: number; song: { title: string; artist: string } } | null
    clock: { started_at_ms: number; now_ms: number }
  }
}

async function titleOf(site: Site): Promise<string> {
  const { now_playing } = await nowPlaying(site)
  return `${now_playing?.song.artist} - ${now_playing?.song.title}`
}

/** Listens on a raw connection; `sound` is the body of the response. */
function listen(site: Site) {
  const { port } = new URL(site.origin)
  const chunks: Buffer[] = []
  const state = { isOpen: true }
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {}).on('close', () => (state.isOpen = false))
  socket.write(`GET ${streamPath} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  endings.push(() => socket.destroy())
  const sound = () => {
    const all = Buffer.concat(chunks)
    return all.subarray(all.indexOf('\r\n\r\n') + 4)
  }
  /** Waits until it has received this many more seconds. */
  const waitForSeconds = async (seconds: number) => {
    const enough = sound().length + seconds * perSecond
    await vi.waitUntil(() => sound().length > enough, waiting)
  }
  return { state, sound, waitForSeconds }
}

/** Every byte belongs to a frame, and there are no gaps between frames; the last frame may be incomplete. */
function expectWhole(sound: Buffer): void {
  const frames = findFrames(sound)
  if ('refused' in frames) throw new Error(frames.refused)
  expect(frames.starts[0]).toBe(0)
  for (let i = 1; i < frames.count; i++) expect(frames.starts[i]).toBe(frames.ends[i - 1])
  expect(sound.length - frames.ends[frames.count - 1]!).toBeLessThan(500)
}

// All of them wait in real time, so they wait concurrently.
test.concurrent('ffprobe and ffmpeg recognize the stream and its titles without a warning', async ({ expect }) => {
  const url = second.origin + streamPath
  const before = await titleOf(second)
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format:format_tags:stream=codec_name,sample_rate,channels',
    '-of',
    'json',
    url,
  ])
  const probed = JSON.parse(stdout) as { format: { tags: Record<string, string> }; streams: object[] }
  expect(probed.streams).toMatchObject([{ codec_name: 'mp3', sample_rate: '44100', channels: 2 }])
  expect(probed.format.tags).toMatchObject({ 'icy-name': 'Swade Radio', 'icy-br': '128' })
  expect([before, await titleOf(second)]).toContain(probed.format.tags['StreamTitle'])
  const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', url, '-t', '4', '-f', 'null', '-'])
  expect(stderr).toBe('')
})

test.concurrent('mpv plays the stream and shows its title', async ({ expect }) => {
  const before = await titleOf(second)
  const { stdout } = await run('mpv', [
    '--no-video',
    '--ao=null',
    '--length=2',
    '--no-config',
    second.origin + streamPath,
  ])
  expect(stdout).toMatch(/Audio.*mp3/)
  const titles = [before, await titleOf(second)].map((title) => `icy-title: ${title}`)
  expect(titles).toContain(/icy-title: .+/.exec(stdout)?.[0])
})

test.concurrent('curl receives the titles at their exact positions', async ({ expect }) => {
  const curl = spawn('curl', ['-sN', '-H', 'Icy-MetaData: 1', second.origin + streamPath])
  endings.push(() => curl.kill('SIGKILL'))
  let received = Buffer.alloc(0)
  while (received.length < 2 * perSecond + 5000)
    received = Buffer.concat([received, ...((await once(curl.stdout, 'data')) as Buffer[])])
  const length = received[16_000]! * 16
  expect(received.toString('utf8', 16_001, 16_001 + length).replace(/\0+$/, '')).toMatch(/^StreamTitle='.+ - .+';$/)
  expect(received[16_001 + length + 16_000]).toBe(0)
})

test.concurrent('kill -9 of the leader: listeners of the other process miss no frame, and another process leads', async ({
  expect,
}) => {
  const database = new pg.Client({ connectionString: siteDatabase.url })
  await database.connect()
  endings.push(() => database.end())
  const holder = async () =>
    (await database.query<{ holder: string }>('SELECT holder FROM radio_lease WHERE expires_at > now()')).rows[0]
      ?.holder
  // At the boundary of two tracks, one process may already announce the next one, so both are requested again.
  await vi.waitFor(async () => {
    const [here, there] = await Promise.all([nowPlaying(first), nowPlaying(second)])
    expect([here.now_playing?.sh_id, here.clock.started_at_ms]).toEqual([
      there.now_playing?.sh_id,
      there.clock.started_at_ms,
    ])
  }, waiting)

  const dying = listen(first)
  const listener = listen(second)
  await listener.waitForSeconds(3)
  await vi.waitUntil(async () => (await nowPlaying(second)).listeners.total >= 2, waiting)
  const leader = await holder()
  expect(leader).toBeDefined()
  await first.kill()
  await vi.waitUntil(async () => ![leader, undefined].includes(await holder()), waiting)
  await listener.waitForSeconds(1)

  expect(dying.state.isOpen).toBe(false)
  expect(listener.state.isOpen).toBe(true)
  expectWhole(listener.sound())

  const { rows } = await database.query<{ position: string; ends: string; next: string | null }>(`
    SELECT position, starts_at_ms + round(frame_count * 1152000.0 / sample_rate) AS ends,
      lead(starts_at_ms) OVER (ORDER BY position) AS next
    FROM radio_plays ORDER BY position`)
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, i) => i + 1))
  for (const { ends, next } of rows.slice(0, -1)) expect(Number(next)).toBe(Number(ends))
})

test.concurrent('a process that loses the database keeps playing its stream and serving its pages, and recovers', async ({
  expect,
}) => {
  const listener = listen(third)
  await listener.waitForSeconds(3)
  await line.cut()
  // Longer than a process relies on the plan it has read.
  await listener.waitForSeconds(5)
  expect((await fetch(third.origin)).status).toBe(200)
  expect((await nowPlaying(third)).is_online).toBe(true)
  expect((await fetch(`${third.origin}/readyz`)).ok).toBe(false)
  expect(listener.state.isOpen).toBe(true)
  await line.mend()
  await vi.waitUntil(() => fetch(`${third.origin}/readyz`).then(({ ok }) => ok), waiting)
  await listener.waitForSeconds(0.5)
  expectWhole(listener.sound())
})
