import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { readConfig } from '../platform/config.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { sendStoredFile } from '../platform/storage/send-stored-file.ts'
import { namesObjectStorage } from '../scripts/topology/object-storage.ts'
import { type S3Server, startS3Server } from '../tests/support/s3-server.ts'

/*
 * Compares S3 with the disk, as ratios: a cached page image, an upload of 20 MiB at full speed, and one at 100 Mbit/s,
 * a fast connection of a visitor, all through a real HTTP server. The bucket is the one of the S3 settings, or that of
 * the S3 server for tests on this machine. The two sites and this S3 server are separate processes, whose processor
 * time is printed beside the wall time. The two kinds alternate, and medians are compared.
 */
const goals = { pageImage: 1.3, upload: 1.5, uploadAtLineSpeed: 1.1 }
const kinds = ['disk', 's3'] as const
const rounds = 9
const imagesPerRound = 200
const trackBytes = 20 * 1024 * 1024
/** Bytes in a tenth of a second at 100 Mbit/s. */
const lineBytes = 1_250_000

type Kind = (typeof kinds)[number]
type Phase = keyof typeof goals
/** Milliseconds of one page image or upload: wall time, and processor time of the site and of the S3 server. */
type Times = { wall: number; site: number; server: number }
/** A process that was started for this measurement. `cpuMs` returns the processor time that it has used. */
type Helper<Told> = { told: Told; cpuMs(): Promise<number>; stop(): void }

const [role, kind, folder = ''] = process.argv.slice(2)
if (role === 'server') await runServer()
else if (role === 'site') await runSite(kind as Kind, folder)
else await measure()

async function measure(): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'bench-storage-'))
  const server = namesObjectStorage(process.env)
    ? undefined
    : await startHelper<S3Server['environment']>(['server'], process.env)
  const environment = { ...process.env, ...server?.told }
  const sites = {
    disk: await startHelper<string>(['site', 'disk', scratch], environment),
    s3: await startHelper<string>(['site', 's3', scratch], environment),
  }
  const cpuOf = async (of: Kind) => ({ site: await sites[of].cpuMs(), server: (await server?.cpuMs()) ?? 0 })
  const timeOf = async (of: Kind, count: number, work: () => Promise<unknown>): Promise<Times> => {
    const before = await cpuOf(of)
    const from = performance.now()
    for (let i = 0; i < count; i += 1) await work()
    const wall = performance.now() - from
    const after = await cpuOf(of)
    return {
      wall: wall / count,
      site: (after.site - before.site) / count,
      server: (after.server - before.server) / count,
    }
  }
  const times: Record<Phase, Record<Kind, Times[]>> = {
    pageImage: { disk: [], s3: [] },
    upload: { disk: [], s3: [] },
    uploadAtLineSpeed: { disk: [], s3: [] },
  }
  const track = randomBytes(trackBytes)
  for (let round = -1; round < rounds; round += 1)
    for (const of of round % 2 ? kinds : kinds.toReversed()) {
      const origin = sites[of].told
      const pageImage = await timeOf(of, imagesPerRound, () => request(`${origin}/page`))
      const upload = await timeOf(of, 1, () => request(`${origin}/track`, { method: 'POST', body: track }))
      // The first round warms up.
      if (round < 0) continue
      const uploadAtLineSpeed = await timeOf(of, 1, () =>
        request(`${origin}/track`, { method: 'POST', body: atLineSpeed(track), duplex: 'half' } as RequestInit),
      )
      for (const [phase, taken] of Object.entries({ pageImage, upload, uploadAtLineSpeed }))
        times[phase as Phase][of].push(taken)
    }
  for (const helper of [sites.disk, sites.s3, server]) helper?.stop()
  await rm(scratch, { recursive: true, force: true })

  for (const phase of Object.keys(goals) as Phase[]) {
    const middle = (of: Kind, what: keyof Times) => median(times[phase][of].map((taken) => taken[what]))
    const [disk, s3, serverMs] = [middle('disk', 'wall'), middle('s3', 'wall'), middle('s3', 'server')]
    const ratio = s3 / disk
    console.log(
      `${phase}: disk ${disk.toFixed(2)} ms, S3 ${s3.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (goal: ${goals[phase]} at most)`,
    )
    const computed = `  processor time of the site: ${middle('disk', 'site').toFixed(2)} ms with the disk, ${middle('s3', 'site').toFixed(2)} ms with S3`
    console.log(
      server
        ? `${computed}; of the S3 server: ${serverMs.toFixed(2)} ms, without which the ratio would be ${((s3 - serverMs) / disk).toFixed(2)}`
        : computed,
    )
    if (ratio > goals[phase]) process.exitCode = 1
  }
}

async function startHelper<Told>(given: string[], env: NodeJS.ProcessEnv): Promise<Helper<Told>> {
  const child = fork(import.meta.filename, given, { env })
  const next = async <T>() => (await once(child, 'message'))[0] as T
  const told = await next<Told>()
  return {
    told,
    async cpuMs() {
      child.send('cpu')
      return next<number>()
    },
    stop: () => child.disconnect(),
  }
}

function serveMeasurement(told: unknown, stop: () => Promise<void>): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!((user + system) / 1000)
  })
  process.once('disconnect', () => void stop().finally(() => process.exit()))
  process.send!(told)
}

async function runServer(): Promise<void> {
  const server = await startS3Server()
  serveMeasurement({ ...server.environment, S3_ENDPOINT: server.directEndpoint }, () => server.stop())
}

async function runSite(of: Kind, parent: string): Promise<void> {
  const config = { ...readConfig(of === 's3' ? process.env : {}), DATA_DIR: join(parent, of) }
  const storage = await openStorage({ config, log: console })
  await storage.put('pages/a/1-1224.webp', randomBytes(60_000), { contentType: 'image/webp' })
  const app = Fastify({ bodyLimit: 2 * trackBytes })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.get('/page', (request, reply) =>
    sendStoredFile(request, reply, storage, {
      key: 'pages/a/1-1224.webp',
      tag: 'a',
      type: 'image/webp',
      cacheControl: 'no-store',
    }),
  )
  app.post('/track', (request) =>
    storage.put('submissions/a.mp3', request.body as Readable, { contentType: 'audio/mpeg' }),
  )
  serveMeasurement(await app.listen({ port: 0, host: '127.0.0.1' }), async () => {
    await app.close()
    storage.close()
  })
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
