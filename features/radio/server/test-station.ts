import { connect, type Socket } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { errorHandling } from '#server/plugins/errors.ts'
import type { Recording } from '#features/radio/contract.ts'
import { radioRoutes } from './routes.ts'
import type { SeatLimits } from './seats.ts'
import { createStation } from './station.ts'
import { shortSong, testRecording } from './test-recordings.ts'
import { type RotationLibrary, rotationLibrary } from './tracks/rotation-library.ts'

const songs = ['luma-swade/glass-arcade.mp3', 'nova-swade/slow-voltage.mp3', 'rio-swade/copper-sand.mp3', 'juno-swade/mirrorball-math.mp3']
const silentLog = { info: () => {}, warn: () => {} }

/** A library of short pieces of real songs, each of its own artist, gone with the test. */
export async function testLibrary({ count = 4, frames = 80 } = {}): Promise<Recording[]> {
  const folder = await mkdtemp(join(tmpdir(), 'station-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const file = join(folder, `${i}.mp3`)
      await writeFile(file, shortSong({ song: songs[i % songs.length]!, frames, from: 300 + i * 50 }))
      return testRecording({ id: `track:${i}`, file })
    }),
  )
}

/** An empty database with the station's tables, gone with the test. */
export async function testStationDatabase() {
  const database = await createTestDatabase({ migrationsDir: resolve(import.meta.dirname, '../../../db/migrations') })
  onTestFinished(() => database.close())
  return database
}

/** A station on the air with its routes on a real port. */
export async function openTestStation(options: {
  library: Recording[]
  /** Another one than all of `library` without anything new. */
  rotation?: RotationLibrary
  database?: { db: Parameters<typeof createStation>[0]['db'] }
  mayLead?: boolean
  waitForAir?: boolean
  limits?: SeatLimits
}) {
  const { library, rotation, mayLead = true, waitForAir = true, limits } = options
  const { db } = options.database ?? (await testStationDatabase())
  const origin = 'http://radio.test'
  const station = createStation({
    db,
    library: rotation ?? rotationLibrary(library),
    mayLead,
    origin,
    clock: { now: () => new Date() },
    log: silentLog,
  })
  const app = Fastify({ forceCloseConnections: 'idle', trustProxy: true })
  await app.register(errorHandling)
  await app.register(radioRoutes({ station, radio: station.service, origin, ...(limits ? { limits } : {}) }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  station.start()
  const close = async () => {
    await app.close()
    await station.stop()
  }
  onTestFinished(close)
  const { port } = app.server.address() as { port: number }
  if (waitForAir) await until(() => station.isOnAir())
  return { station, app, port, close }
}

/** Waits for something to come true. */
export async function until(isTrue: () => boolean | Promise<boolean>, withinMs = 8000): Promise<void> {
  for (const end = performance.now() + withinMs; !(await isTrue()); await sleep(10)) {
    if (performance.now() > end) throw new Error(`it did not come true within ${withinMs} ms: ${isTrue}`)
  }
}

/** A listener on a raw connection; `bytes` is all it has heard, without the answer's head. */
export async function listenTo(port: number, headers: Record<string, string> = {}, method = 'GET') {
  const socket: Socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
  const lines = Object.entries({ host: 'radio.test', ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${method} /radio/stream.mp3 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  onTestFinished(() => void socket.destroy())
  const all = () => Buffer.concat(chunks)
  await until(() => all().includes('\r\n\r\n'))
  const headEnd = all().indexOf('\r\n\r\n') + 4
  const [status = '', ...rest] = all()
    .toString('latin1', 0, headEnd - 4)
    .split('\r\n')
  return {
    socket,
    status: Number(status.split(' ')[1]),
    headers: Object.fromEntries(rest.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)])),
    bytes: () => all().subarray(headEnd),
  }
}
