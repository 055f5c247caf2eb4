import pg from 'pg'

/** Timeouts of the database, in milliseconds. */
export const poolTimeouts = {
  /** Timeout to acquire a connection. */
  connectMs: 3_000,
  /** Timeout of a statement, enforced by the server. */
  statementMs: 8_000,
  /** Timeout without data on a connection in use; the connection is then dropped. */
  silenceMs: 10_000,
}

/** Minimal logger interface; pino and Fastify loggers match it. */
export type DatabaseLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * A pool that never crashes the process and never leaks a connection. Plain pg-pool stops listening for `error` while a
 * client is checked out, so a connection that breaks inside a transaction ends the process; and Drizzle never releases
 * a client whose `begin` fails. Here a broken connection is released automatically, and releasing it twice is harmless.
 */
export class ConnectionPool extends pg.Pool {
  readonly #silenceMs: number

  constructor(config: pg.PoolConfig, log: DatabaseLog, timeouts = poolTimeouts) {
    super({
      max: 10,
      connectionTimeoutMillis: timeouts.connectMs,
      statement_timeout: timeouts.statementMs,
      idle_in_transaction_session_timeout: timeouts.silenceMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      allowExitOnIdle: true,
      application_name: 'swade',
      ...config,
    })
    this.#silenceMs = timeouts.silenceMs
    const warn = (error: Error) => {
      // A pool that is closing, as after an abandoned start, needs its connections no longer.
      if (!this.ending) log.warn({ reason: error.message }, 'database connection lost')
    }
    this.on('error', warn)
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect().then((client) => releaseWhenBroken(client, this.#silenceMs))
    super.connect((error, client) => {
      if (!client) return callback(error, undefined, () => {})
      releaseWhenBroken(client, this.#silenceMs)
      callback(error, client, client.release)
    })
  }
}

type Release = (error?: Error | boolean) => void
type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void

function releaseWhenBroken(client: pg.PoolClient, silenceMs: number): pg.PoolClient {
  const releaseClient = client.release.bind(client)
  let isOpen = true
  const release: Release = (error) => {
    if (!isOpen) return
    isOpen = false
    client.off('end', releaseBroken)
    endSilenceCheck()
    releaseClient(error)
  }
  const releaseBroken = () => release(true)
  const endSilenceCheck = checkSilence(client, silenceMs)
  client.once('end', releaseBroken)
  client.release = release
  return client
}

/** Statement timeouts are enforced by the server; only a socket timeout detects a server that stopped responding. */
function checkSilence(client: pg.PoolClient, silenceMs: number): () => void {
  const { stream } = (client as unknown as { connection: { stream: SocketLike } }).connection
  if (!stream.setTimeout) return () => {}
  const drop = () => stream.destroy()
  stream.setTimeout(silenceMs, drop)
  return () => {
    stream.setTimeout?.(0)
    stream.off('timeout', drop)
  }
}

/**
 * Begins a transaction whose statements and pauses may take any time, such as a migration or a restore; the timeouts
 * of the pool are for requests.
 *
 * @param mode Mode of the transaction, such as `READ ONLY`.
 */
export async function beginLongTransaction(client: pg.PoolClient, mode = ''): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: SocketLike } }).connection
  stream.setTimeout?.(0)
  await client.query(`BEGIN ${mode}`)
  await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
}

type SocketLike = {
  setTimeout?(timeoutMs: number, onTimeout?: () => void): void
  off(event: string, listener: () => void): void
  destroy(): void
}
