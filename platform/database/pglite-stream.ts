import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Replaces the socket between `pg` and a server, so that PGlite uses the same driver, pool and error paths as
 * PostgreSQL: wire protocol in, wire protocol out. One stream is one session, and PGlite has a single session: a pool
 * must use one connection at a time. (PGlite's own adapter replaces pg's connection object instead; there, a failed
 * statement leaves replies behind that break the next query.)
 *
 * @see https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
export function pgliteStream(pglite: PGlite): Duplex {
  let pending: Buffer = Buffer.alloc(0)
  let isStarted = false

  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      pending = pending.length ? Buffer.concat([pending, chunk]) : chunk
      answerPending().then(() => done(), done)
    },
    final(done) {
      this.push(null)
      done()
    },
  })

  /** PGlite needs an extended query in one piece, up to its Sync; otherwise it reports ready twice. */
  async function answerPending(): Promise<void> {
    const end = isStarted ? endOfLastRound(pending) : endOfStartup(pending)
    if (end === 0) return
    const message = new Uint8Array(pending.subarray(0, end))
    pending = pending.subarray(end)
    const isFirst = !isStarted
    isStarted = true
    await pglite.runExclusive(async () => {
      if (isFirst) await forgetEarlierSession(pglite)
      const reply = await pglite.execProtocolRaw(message)
      if (!stream.destroyed && reply.length > 0) stream.push(reply)
    })
  }

  return Object.assign(stream, {
    connect: () => queueMicrotask(() => stream.emit('connect')),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  })
}

/**
 * Resets the session as a server does on disconnect. It runs on the next connection, because pg connects before the
 * last connection is closed.
 */
async function forgetEarlierSession(pglite: PGlite): Promise<void> {
  if (pglite.isInTransaction()) await pglite.execProtocolRaw(simpleQuery('ROLLBACK'))
  await pglite.execProtocolRaw(simpleQuery('DISCARD ALL'))
}

function simpleQuery(sql: string): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeInt32BE(sql.length + 5)
  return new Uint8Array(Buffer.concat([Buffer.from('Q'), length, Buffer.from(`${sql}\0`)]))
}

function endOfStartup(bytes: Buffer): number {
  const length = bytes.length >= 4 ? bytes.readInt32BE(0) : Infinity
  return bytes.length >= length ? length : 0
}

/** Messages that the server replies to: Query, Sync, Flush, CopyDone, CopyFail, Terminate. */
const roundEnders = new Set([...'QSHcfX'].map((character) => character.charCodeAt(0)))

function endOfLastRound(bytes: Buffer): number {
  let end = 0
  for (let at = 0; at + 5 <= bytes.length;) {
    const next = at + 1 + bytes.readInt32BE(at + 1)
    if (next > bytes.length) break
    if (roundEnders.has(bytes[at] ?? 0)) end = next
    at = next
  }
  return end
}
