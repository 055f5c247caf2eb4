import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findFrames } from '#platform/recordings/frames/mp3-frames.ts'
import { breakableLine } from '#tests/support/breakable-line.ts'
import { type RealPostgres, startRealPostgres } from '#tests/support/real-postgres.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const run = promisify(execFile)
const streamPath = '/radio/stream.mp3'

let postgres: RealPostgres
let first: Site
let second: Site

beforeAll(async () => {
  postgres = await startRealPostgres()
  first = await startSite({ env: { DATABASE_URL: postgres.url } })
  second = await startSite({ env: { DATABASE_URL: postgres.url } })
  for (const site of [first, second]) await vi.waitUntil(() => nowPlaying(site).then((now) => now.is_online), { timeout: 5000 })
}, 120_000)

afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()])
  await postgres?.stop()
})

async function nowPlaying(site: Site) {
  const reply = await fetch(`${site.origin}/api/radio/now-playing`)
  return (await reply.json()) as {
    is_online: boolean
    listeners: { total: number }
    now_playing: { sh_id: number; song: { title: string; artist: string } } | null
    clock: { started_at_ms: number; now_ms: number }
  }
}

/** Listens on a raw connection; `sound` is what came behind the answer's head. */
function listen(site: Site) {
  const { port } = new URL(site.origin)
  const chunks: Buffer[] = []
  const state = { isOpen: true, longestGapMs: 0 }
  let lastAt = performance.now()
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('data', (chunk: Buffer) => {
    state.longestGapMs = Math.max(state.longestGapMs, performance.now() - lastAt)
    lastAt = performance.now()
    chunks.push(chunk)
  })
  socket.on('error', () => {}).on('close', () => (state.isOpen = false))
  socket.write(`GET ${streamPath} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  onTestFinished(() => void socket.destroy())
  const sound = () => {
    const all = Buffer.concat(chunks)
    return all.subarray(all.indexOf('\r\n\r\n') + 4)
  }
  return { state, sound }
}

test('ffprobe and ffmpeg take the stream for a stream, with its titles and without a complaint', async () => {
  const url = first.origin + streamPath
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
  const { now_playing } = await nowPlaying(first)
  expect(probed.streams).toMatchObject([{ codec_name: 'mp3', sample_rate: '44100', channels: 2 }])
  expect(probed.format.tags).toMatchObject({
    'icy-name': 'Swade Radio',
    'icy-br': '128',
    'StreamTitle': `${now_playing?.song.artist} - ${now_playing?.song.title}`,
  })
  const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', url, '-t', '8', '-f', 'null', '-'])
  expect(stderr).toBe('')
})

test('mpv plays it, with its title', async () => {
  const titleNow = async () => {
    const { now_playing } = await nowPlaying(first)
    return `icy-title: ${now_playing?.song.artist} - ${now_playing?.song.title}`
  }
  const before = await titleNow()
  const { stdout } = await run('mpv', ['--no-video', '--ao=null', '--length=4', '--no-config', first.origin + streamPath])
  expect(stdout).toMatch(/Audio.*mp3/)
  expect([before, await titleNow()]).toContain(/icy-title: .+/.exec(stdout)?.[0])
})

test('curl gets the titles at their exact places', async () => {
  const { stdout } = (await run('curl', ['-sN', '--max-time', '3', '-H', 'Icy-MetaData: 1', first.origin + streamPath], {
    encoding: 'buffer',
    maxBuffer: 1e7,
  }).catch((ended: { stdout: Buffer }) => ended)) as { stdout: Buffer }
  const length = stdout[16_000]! * 16
  expect(stdout.toString('utf8', 16_001, 16_001 + length).replace(/\0+$/, '')).toMatch(/^StreamTitle='.+ - .+';$/)
  expect(stdout[16_001 + length + 16_000]).toBe(0)
})

test('kill -9 of the process that leads: listeners of the other hear no gap, and it leads within five seconds', async () => {
  const database = new pg.Client({ connectionString: postgres.url })
  await database.connect()
  onTestFinished(() => database.end())
  const holder = async () =>
    (await database.query<{ holder: string }>('SELECT holder FROM radio_lease WHERE expires_at > now()')).rows[0]?.holder
  const [here, there] = await Promise.all([nowPlaying(first), nowPlaying(second)])
  expect(here.now_playing?.sh_id).toBe(there.now_playing?.sh_id)
  expect(here.clock.started_at_ms).toBe(there.clock.started_at_ms)

  const dying = listen(first)
  const listener = listen(second)
  await expect.poll(() => nowPlaying(second).then(({ listeners }) => listeners.total), { timeout: 8000 }).toBe(2)
  await sleep(1000)
  const leader = await holder()
  listener.state.longestGapMs = 0
  const before = listener.sound().length
  const killedAt = performance.now()
  await first.kill()
  await expect.poll(holder, { interval: 50, timeout: 6000 }).not.toBeOneOf([leader, undefined])
  expect(performance.now() - killedAt).toBeLessThan(5300)
  await sleep(2000)
  const seconds = (performance.now() - killedAt) / 1000

  expect(dying.state.isOpen).toBe(false)
  expect(listener.state.isOpen).toBe(true)
  expect(listener.state.longestGapMs).toBeLessThan(1000)
  expect((listener.sound().length - before) / 16_000).toBeGreaterThan(seconds - 0.8)
  // Every byte belongs to a frame, and the frames touch.
  const sound = listener.sound()
  const frames = findFrames(sound)
  if ('refused' in frames) throw new Error(frames.refused)
  expect(frames.starts[0]).toBe(0)
  for (let i = 1; i < frames.count; i++) expect(frames.starts[i]).toBe(frames.ends[i - 1])
  expect(sound.length - frames.ends[frames.count - 1]!).toBeLessThan(500)

  const { rows } = await database.query<{ position: string; ends: string; next: string | null }>(`
    SELECT position, starts_at_ms + round(frame_count * 1152000.0 / sample_rate) AS ends, lead(starts_at_ms) OVER (ORDER BY position) AS next
    FROM radio_plays ORDER BY position`)
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, i) => i + 1))
  for (const { ends, next } of rows.slice(0, -1)) expect(Number(next)).toBe(Number(ends))
}, 60_000)

test('a minute without the database is not heard: the stream plays on, pages stay, and the log is whole afterwards', async () => {
  const line = await breakableLine(postgres.url)
  const site = await startSite({ env: { DATABASE_URL: line.url } })
  onTestFinished(async () => {
    await site.stop()
    await line.cut()
  })
  await vi.waitUntil(() => nowPlaying(site).then((now) => now.is_online), { timeout: 5000 })
  const { state, sound } = listen(site)
  await vi.waitUntil(() => sound().length > 48_000)
  const [began, before] = [performance.now(), sound().length]
  await line.cut()
  await sleep(60_000)
  expect((await fetch(site.origin)).status).toBe(200)
  expect((await nowPlaying(site)).is_online).toBe(true)
  const seconds = (performance.now() - began) / 1000
  expect(state.isOpen).toBe(true)
  expect((sound().length - before) / 16_000).toBeGreaterThan(seconds - 1)
  expect(state.longestGapMs).toBeLessThan(2000)
  await line.mend()
  await vi.waitUntil(() => fetch(`${site.origin}/readyz`).then(({ ok }) => ok), { timeout: 15_000 })
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', site.origin + streamPath, '-t', '3', '-f', 'null', '-'])
  expect(stderr).toBe('')
}, 120_000)
