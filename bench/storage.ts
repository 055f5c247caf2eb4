import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxAudioBytes } from '../features/submissions/constants.ts'
import { trackOf } from '../features/submissions/server/upload/test-files.ts'
import { pageImagePath } from '../features/reader/paths.ts'
import { ensureBuild } from '../scripts/build.ts'
import { readArguments } from '../scripts/usage.ts'
import { type S3Server, startS3Server } from '../tests/support/s3-server.ts'
import { type MeasuredSite, median, scratchFolder, startMeasuredSite } from './measured-site.ts'
import { cpuSecondsOf, untilQuiet } from './process-watch.ts'

/*
 * Compares two built sites as ratios, one with its files on the disk and one with them in S3: a page image that was
 * read before, and a visitor's track of 20 MiB from the first byte of the form to the answer, at full speed and at 100
 * Mbit/s, a fast connection of a visitor. The S3 server is the one for tests on this machine, or a new bucket on that
 * of `TEST_S3_ENDPOINT`. The sites and this S3 server are separate processes, whose processor time is printed beside
 * the wall time. The two sites alternate, and medians are compared. Nothing is analyzed meanwhile: that is work of a
 * worker.
 */
const goals = { pageImage: 1.3, upload: 1.5, uploadAtLineSpeed: 1.1 }
const kinds = ['disk', 's3'] as const
const rounds = 9
const imagesPerRound = 200
/** Bytes in a tenth of a second at 100 Mbit/s. */
const lineBytes = 1_250_000
const edge = 'swade-bench'

type Kind = (typeof kinds)[number]
type Phase = keyof typeof goals
/** Milliseconds of one page image or upload: wall time, and processor time of the site and of the S3 server. */
type Times = { wall: number; site: number; server: number }
/** Form with the track of one visitor. */
type Form = { visitor: number; body: Buffer }
/** The process with the S3 server, or with the bucket on another one. */
type Server = { pid: number; environment: S3Server['environment']; stop(): void }

// The measurement starts this file once more, as the process of the S3 server.
const [role] = readArguments('Usage: npm run bench:storage', [['measure', 'server']])
if (role === 'server') await runServer()
else await measure()

async function measure(): Promise<void> {
  await ensureBuild()
  const server = await startServer()
  const folders = { disk: scratchFolder(), s3: scratchFolder() }
  const sites = { disk: await startFilled('disk'), s3: await startFilled('s3') }
  const image = await pageImageOf(sites.disk)
  let visitors = 0

  const times = {} as Record<Phase, Record<Kind, Times[]>>
  for (const phase of Object.keys(goals) as Phase[]) times[phase] = { disk: [], s3: [] }
  for (let round = -1; round < rounds; round += 1)
    for (const kind of round % 2 ? kinds : kinds.toReversed()) {
      const site = sites[kind]
      const pageImage = await timeOf(kind, imagesPerRound, () => request(site.origin + image))
      const tracks = [formOf((visitors += 1)), formOf((visitors += 1))] as const
      const upload = await timeOf(kind, 1, () => sendTrack(site, tracks[0]))
      const uploadAtLineSpeed = await timeOf(kind, 1, () => sendTrack(site, tracks[1], atLineSpeed))
      // The first round warms up.
      if (round < 0) continue
      for (const [phase, taken] of Object.entries({ pageImage, upload, uploadAtLineSpeed }))
        times[phase as Phase][kind].push(taken)
    }
  for (const kind of kinds) {
    await sites[kind].stop()
    folders[kind].remove()
  }
  server.stop()
  for (const phase of Object.keys(goals) as Phase[]) printPhase(phase, times[phase])

  /** Starts a site that has imported its books, and restarts it as a web process, which does not analyze tracks. */
  async function startFilled(kind: Kind): Promise<MeasuredSite> {
    const environment = { ...(kind === 's3' ? server.environment : {}), TRUSTED_PROXIES: '127.0.0.1' }
    const first = await startMeasuredSite(folders[kind].path, environment)
    await pageImageOf(first)
    await untilQuiet(first.pid)
    await first.stop()
    return startMeasuredSite(folders[kind].path, { ...environment, ROLE: 'web' })
  }

  async function timeOf(kind: Kind, count: number, work: () => Promise<unknown>): Promise<Times> {
    const cpuMs = () => [sites[kind].pid, server.pid].map((pid) => cpuSecondsOf(pid) * 1000)
    const [siteBefore, serverBefore] = cpuMs()
    const from = performance.now()
    for (let i = 0; i < count; i += 1) await work()
    const wall = performance.now() - from
    const [siteAfter, serverAfter] = cpuMs()
    return {
      wall: wall / count,
      site: (siteAfter! - siteBefore!) / count,
      server: (serverAfter! - serverBefore!) / count,
    }
  }
}

function printPhase(phase: Phase, times: Record<Kind, Times[]>): void {
  const middle = (of: Kind, what: keyof Times) => median(times[of].map((taken) => taken[what]))
  const [disk, s3] = [middle('disk', 'wall'), middle('s3', 'wall')]
  const ratio = s3 / disk
  console.log(
    `${phase}: disk ${disk.toFixed(2)} ms, S3 ${s3.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (goal: ${goals[phase]} at most)`,
  )
  const ofServer = process.env['TEST_S3_ENDPOINT'] ? '' : `; of the S3 server: ${middle('s3', 'server').toFixed(1)} ms`
  console.log(
    `  processor time of the site: ${middle('disk', 'site').toFixed(1)} ms with the disk, ${middle('s3', 'site').toFixed(1)} ms with S3${ofServer}`,
  )
  if (ratio > goals[phase]) process.exitCode = 1
}

/** Waits for the first book and returns the address of an image of its first page, which is then rendered. */
async function pageImageOf({ origin }: MeasuredSite): Promise<string> {
  const book = 'indie-music-ai-guide-2'
  for (let tries = 0; tries < 1200; tries += 1) {
    const answer = await fetch(`${origin}/api/reader/${book}`)
    if (answer.ok) {
      const { edition } = (await answer.json()) as { edition: string }
      const path = pageImagePath(book, edition, 1, 1224)
      await request(origin + path)
      return path
    }
    await answer.arrayBuffer()
    await sleep(250)
  }
  throw new Error('the site imported no book within five minutes')
}

/** Returns a form with a track that no other visitor sends, of 20 MiB. */
function formOf(visitor: number): Form {
  const fields = {
    artist_name: `Bench ${visitor}`,
    song_title: 'Twenty',
    artist_email: `bench${visitor}@example.com`,
    genre: 'other',
    owns_track: 'true',
  }
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${edge}\r\ncontent-disposition: form-data; name="audio_file"; filename="twenty.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n`
  const track = trackOf(maxAudioBytes - visitor)
  return {
    visitor,
    body: Buffer.concat([Buffer.from(texts.join('') + file), track, Buffer.from(`\r\n--${edge}--\r\n`)]),
  }
}

/** Uploads a track from an address of its own, because each may send a few tracks only. */
async function sendTrack(
  { origin }: MeasuredSite,
  { visitor, body }: Form,
  paced?: (bytes: Buffer) => ReadableStream,
): Promise<void> {
  await request(`${origin}/api/maestro/submit`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${edge}`,
      'content-length': String(body.length),
      'x-forwarded-for': `198.51.100.${visitor}`,
    },
    body: paced ? paced(body) : body,
    duplex: 'half',
  } as RequestInit)
}

/** Requests an address and reads the answer. @throws Error for an answer that is no success: it would look fast. */
async function request(address: string, init?: RequestInit): Promise<void> {
  const answer = await fetch(address, init)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Sends bytes in tenths of a second, without catching up when a tenth took longer. */
function atLineSpeed(bytes: Buffer): ReadableStream {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(bytes.subarray(at, (at += lineBytes)))
      await sleep(100)
      if (at >= bytes.length) controller.close()
    },
  })
}

async function startServer(): Promise<Server> {
  const child = fork(import.meta.filename, ['server'])
  const [environment] = (await once(child, 'message')) as [S3Server['environment']]
  return { pid: child.pid!, environment, stop: () => child.disconnect() }
}

async function runServer(): Promise<void> {
  const server = await startS3Server()
  process.once('disconnect', () => void server.stop().finally(() => process.exit()))
  process.send!({ ...server.environment, S3_ENDPOINT: server.directEndpoint })
}
