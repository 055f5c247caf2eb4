import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../scripts/build.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { trackOf } from '../features/submissions/server/upload/test-files.ts'
import { residentMb, scratchFolder, startMeasuredSite } from './measured-site.ts'

/*
 * 40 visitors upload a track of exactly 20 MiB at once, then 50 upload one very slowly, as over a bad mobile
 * connection, while others read uncached pages. Every visitor has a separate address, as a proxy would report it.
 */
expectNoArguments(`Measures 40 uploads at once, and pages while 50 visitors upload very slowly.

  npm run bench:uploads`)
const goals = { slowestSeconds: 15, growthMb: 150, p99Ms: 200 }
const edge = 'swade-bench'

await ensureBuild()
const folder = scratchFolder()
const site = await startMeasuredSite(folder.path, { TRUSTED_PROXIES: '127.0.0.1' })
// The first start imports the books, which is not measured here.
while (!(await fetch(`${site.origin}/api/reader/indie-music-ai-guide-2`)).ok) await sleep(250)
await sleep(15_000)

const track = trackOf()
const head = Buffer.from(
  Object.entries({ artist_name: 'Bench', song_title: 'Twenty', genre: 'other', owns_track: 'true' })
    .map(([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('') +
    `--${edge}\r\ncontent-disposition: form-data; name="audio_file"; filename="twenty.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n`,
)
const tail = (person: number) =>
  Buffer.from(
    `\r\n--${edge}\r\ncontent-disposition: form-data; name="artist_email"\r\n\r\nbench${person}@example.com\r\n--${edge}--\r\n`,
  )

const isFast = await measureFast()
const isSteady = await measureSlow()
await site.stop()
folder.remove()
if (!isFast || !isSteady) process.exitCode = 1

async function measureFast(): Promise<boolean> {
  await send(0)
  const before = residentMb(site.pid)
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, residentMb(site.pid))), 50)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, person) => send(person + 1)))
  clearInterval(watch)
  const times = answers.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const refused = answers.filter(({ status }) => status !== 200)
  const growth = highest - before
  console.log(`40 uploads of ${track.length.toLocaleString('en')} bytes at once`)
  console.log(
    `  answered 200: ${40 - refused.length}; others: ${refused.map(({ status }) => status).join(' ') || 'none'}`,
  )
  console.log(
    `  first ${times[0]!.toFixed(1)} s, slowest ${times.at(-1)!.toFixed(1)} s (goal: ${goals.slowestSeconds} s at most)`,
  )
  console.log(
    `  memory ${before.toFixed(0)} → ${highest.toFixed(0)} MB, growth ${growth.toFixed(0)} MB (goal: ${goals.growthMb} MB at most)`,
  )
  return refused.length === 0 && times.at(-1)! <= goals.slowestSeconds && growth <= goals.growthMb
}

async function measureSlow(): Promise<boolean> {
  // Earlier uploads are analyzed in the background; only slow connections are measured here.
  const quiet = await readPages(10_000)
  const lines = Array.from({ length: 50 }, (_, index) => holdOpen(index + 100))
  await sleep(1_000)
  const held = await readPages(20_000)
  const open = lines.filter(({ socket }) => !socket.destroyed).length
  for (const { stop } of lines) stop()
  console.log(`50 slow uploads (${open} still open at the end), pages read meanwhile`)
  console.log(
    `  page p99 without them ${quiet.toFixed(0)} ms, with them ${held.toFixed(0)} ms (goal: ${goals.p99Ms} ms at most)`,
  )
  return held <= goals.p99Ms
}

async function send(person: number): Promise<{ status: number; seconds: number }> {
  const from = performance.now()
  const answer = await fetch(`${site.origin}/api/maestro/submit`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'x-forwarded-for': `198.51.100.${person}` },
    body: new Blob([head, track, tail(person)]),
  })
  await answer.text()
  return { status: answer.status, seconds: (performance.now() - from) / 1000 }
}

/** Eight kilobytes a second: slow enough to last for hours, fast enough not to be aborted as stalled. */
function holdOpen(person: number): { socket: Socket; stop(): void } {
  const { hostname, port } = new URL(site.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/maestro/submit HTTP/1.1\r\nhost: bench\r\nx-forwarded-for: 198.51.101.${person}\r\ncontent-type: multipart/form-data; boundary=${edge}\r\ncontent-length: ${head.length + track.length + tail(person).length}\r\n\r\n`,
  )
  socket.write(head)
  let at = 0
  const timer = setInterval(() => socket.write(track.subarray(at, (at += 2048))), 250)
  return {
    socket,
    stop() {
      clearInterval(timer)
      socket.destroy()
    },
  }
}

/** Reads pages one after the other for a while. @returns The 99th percentile in milliseconds. */
async function readPages(forMs: number): Promise<number> {
  const paths = ['/', '/books', '/journey', '/swade-fam', '/my-books', '/submit']
  const times: number[] = []
  for (const end = performance.now() + forMs; performance.now() < end;) {
    const from = performance.now()
    await (await fetch(site.origin + paths[times.length % paths.length]!)).text()
    times.push(performance.now() - from)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}
