import { createServer, connect, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startRealPostgres, type RealPostgres } from '#tests/support/real-postgres.ts'
import { ConnectionPool, poolTimeouts } from './connection-pool.ts'
import { isUnavailable, isUnstorableText } from './unavailable-error.ts'

let server: RealPostgres
beforeAll(async () => {
  server = await startRealPostgres()
})
afterAll(() => server.stop())

function openPool(options: { max?: number; url?: string; silenceMs?: number } = {}) {
  const { max = 2, url = server.url, silenceMs = poolTimeouts.silenceMs } = options
  const pool = new ConnectionPool(
    { connectionString: url, max },
    { info: () => {}, warn: () => {} },
    { ...poolTimeouts, silenceMs },
  )
  onTestFinished(() => pool.end())
  return pool
}

const backendOf = async (client: { query: ConnectionPool['query'] }) =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0

test('a text with U+0000 is distinguished from other errors, in text and JSON columns', async () => {
  const pool = openPool()
  const faultOf = (statement: string, value: string) => pool.query(statement, [value]).catch((error: unknown) => error)
  expect(isUnstorableText(await faultOf('SELECT $1::text', 'a\0b'))).toBe(true)
  expect(isUnstorableText(await faultOf('SELECT $1::jsonb', JSON.stringify({ title: 'a\0b' })))).toBe(true)
  expect(isUnstorableText(await faultOf('SELECT $1::jsonb', '{'))).toBe(false)
})

test('a connection that is cut while idle is replaced', async () => {
  const pool = openPool({ max: 1 })
  const admin = openPool()
  await admin.query('SELECT pg_terminate_backend($1)', [await backendOf(pool)])
  await vi.waitFor(() => pool.query('SELECT 1'))
})

test('a connection that is cut during a transaction fails that transaction alone', async () => {
  const pool = openPool({ max: 1 })
  const admin = openPool()
  const failing = drizzle(pool).transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
    const gone = new Promise((resolve) => pool.once('remove', resolve))
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await gone
    await tx.execute(sql`SELECT 1`)
  })
  expect(isUnavailable(await failing.catch((error: unknown) => error))).toBe(true)
  await pool.query('SELECT 1')
})

test('transactions that fail to begin do not exhaust the pool', async () => {
  const pool = openPool({ max: 2 })
  const admin = openPool()
  for (let i = 0; i < 5; i++) {
    const pid = await vi.waitFor(() => backendOf(pool))
    const cut = admin.query('SELECT pg_terminate_backend($1)', [pid])
    const begun = drizzle(pool).transaction(async (tx) => tx.execute(sql`SELECT 1`))
    await Promise.allSettled([cut, begun])
  }
  for (let i = 0; i < 5; i++) {
    const client = await vi.waitFor(() => pool.connect())
    ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    await expect(client.query('BEGIN')).rejects.toSatisfy(isUnavailable)
    // Its owner never releases it, which is what happens when Drizzle's own `begin` fails.
  }
  expect(await Promise.all([pool.query('SELECT 1'), pool.query('SELECT 1')])).toHaveLength(2)
})

test('releasing twice is harmless', async () => {
  const pool = openPool({ max: 1 })
  const client = await pool.connect()
  client.release()
  client.release()
  await pool.query('SELECT 1')
})

test('an unresponsive server is abandoned, and used again once it responds', async () => {
  const pool = openPool({ max: 1, silenceMs: 300 })
  const pid = await backendOf(pool)
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  const error = await pool.query('SELECT 1').catch((reason: unknown) => reason)
  expect(isUnavailable(error)).toBe(true)
  // On a busy machine, a new connection may take this long to respond.
  await vi.waitFor(() => pool.query('SELECT 1'), { timeout: 20_000 })
})

test('the server aborts a slow statement', async () => {
  const pool = new ConnectionPool(
    { connectionString: server.url },
    { info: () => {}, warn: () => {} },
    { ...poolTimeouts, statementMs: 100 },
  )
  onTestFinished(() => pool.end())
  await expect(pool.query('SELECT pg_sleep(5)')).rejects.toSatisfy(isUnavailable)
})

test('while the server is unavailable every query fails as such, and succeeds again afterwards', async () => {
  const { port } = new URL(server.url)
  const sockets = new Set<Socket>()
  const listen = (at: number) =>
    new Promise<Server>((resolve) => {
      const door = createServer((socket) => {
        const onward = connect(Number(port), '127.0.0.1')
        for (const one of [socket, onward]) sockets.add(one.on('error', () => {}))
        socket.pipe(onward).pipe(socket)
      })
      door.listen(at, '127.0.0.1', () => resolve(door))
    })
  const door = await listen(0)
  const url = new URL(server.url)
  url.port = String((door.address() as { port: number }).port)
  const pool = openPool({ url: url.href })
  await pool.query('SELECT 1')

  door.close()
  for (const socket of sockets) socket.destroy()
  for (let i = 0; i < 20; i++) {
    const error = await pool.query('SELECT 1').catch((reason: unknown) => reason)
    expect(isUnavailable(error)).toBe(true)
  }
  const reopened = await listen(Number(url.port))
  onTestFinished(() => void reopened.close())
  await pool.query('SELECT 1')
})

test('a lost connection is logged unless the pool is closing, as after an abandoned start', async () => {
  const lines: [object, string][] = []
  const pool = new ConnectionPool(
    { connectionString: server.url },
    { info: () => {}, warn: (...line) => void lines.push(line) },
  )
  const loseConnection = () => pool.emit('error', new Error('terminating connection'))
  loseConnection()
  const logged = [[{ reason: 'terminating connection' }, 'database connection lost']]
  expect(lines).toEqual(logged)
  const closed = pool.end()
  loseConnection()
  await closed
  expect(lines).toEqual(logged)
})
