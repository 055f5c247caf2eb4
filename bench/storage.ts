import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
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
 * S3 beside the disk, as ratios: a page image that was read before, an upload of 20 MiB as fast as this machine can,
 * and one at 100 Mbit/s, which is a fast line of a visitor, all through a real HTTP server. The bucket is the one that
 * S3_ENDPOINT and the other S3 settings name, or that of the S3 server for tests in a process of its own on this
 * machine. The kinds take turns, medians are compared.
 */
const goals = { pageImage: 1.3, upload: 1.5, uploadAtLineSpeed: 1.1 }
const rounds = 9
const imagesPerRound = 200
const trackBytes = 20 * 1024 * 1024
/** Bytes in a tenth of a second at 100 Mbit/s. */
const lineBytes = 1_250_000

if (process.argv[2] === 'server') {
  const server = await startS3Server()
  process.send!({ ...server.environment, S3_ENDPOINT: server.directEndpoint })
  process.on('disconnect', () => void server.stop().then(() => process.exit()))
} else await measure()

async function measure(): Promise<void> {
  const child = namesObjectStorage(process.env) ? undefined : fork(import.meta.filename, ['server'])
  const environment = child
    ? await new Promise<S3Server['environment']>((resolve) =>
        child.once('message', (message) => resolve(message as S3Server['environment'])),
      )
    : process.env
  const folder = await mkdtemp(join(tmpdir(), 'bench-storage-'))
  const kinds = ['disk', 's3'] as const
  const sites = new Map(await Promise.all(kinds.map(async (kind) => [kind, await openSite(kind)] as const)))
  const times = {
    pageImage: { disk: [] as number[], s3: [] as number[] },
    upload: { disk: [] as number[], s3: [] as number[] },
    uploadAtLineSpeed: { disk: [] as number[], s3: [] as number[] },
  }
  const track = randomBytes(trackBytes)
  for (let round = -1; round < rounds; round += 1)
    for (const kind of round % 2 ? kinds : kinds.toReversed()) {
      const { origin } = sites.get(kind)!
      const pageImage = await timeOf(async () => {
        for (let i = 0; i < imagesPerRound; i += 1) await (await fetch(`${origin}/page`)).arrayBuffer()
      })
      const upload = await timeOf(() => fetch(`${origin}/track`, { method: 'POST', body: track }))
      // The first round warms up.
      if (round < 0) continue
      const slow = await timeOf(() =>
        fetch(`${origin}/track`, { method: 'POST', body: atLineSpeed(track), duplex: 'half' } as RequestInit),
      )
      times.uploadAtLineSpeed[kind].push(slow)
      times.pageImage[kind].push(pageImage / imagesPerRound)
      times.upload[kind].push(upload)
    }
  for (const { close } of sites.values()) await close()
  await rm(folder, { recursive: true, force: true })
  child?.disconnect()

  for (const name of ['pageImage', 'upload', 'uploadAtLineSpeed'] as const) {
    const [disk, s3] = [median(times[name].disk), median(times[name].s3)]
    const ratio = s3 / disk
    console.log(
      `${name}: disk ${disk.toFixed(2)} ms, S3 ${s3.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (goal: ${goals[name]} at most)`,
    )
    if (ratio > goals[name]) process.exitCode = 1
  }

  async function openSite(kind: 'disk' | 's3') {
    const config = { ...readConfig(kind === 's3' ? environment : {}), DATA_DIR: join(folder, kind) }
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
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    return {
      origin,
      async close() {
        await app.close()
        storage.close()
      },
    }
  }
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

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
