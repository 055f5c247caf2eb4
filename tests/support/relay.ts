import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An email accepted by the fake mail server. */
export type Received = { from: string; to: string; raw: string; at: number }

/**
 * Behavior for a recipient: accept, reject the recipient or the body with a code, never reply to the body, disconnect
 * during the body, or accept and disconnect before the reply.
 */
export type RelayBehavior =
  | 'takes'
  | { recipient: number; reply?: string }
  | { body: number; reply?: string }
  | 'stalls'
  | 'hangs up'
  | 'takes and hangs up'

/** A scripted SMTP server. */
export type Relay = {
  url: string
  received: Received[]
  /** Current and maximum number of concurrent deliveries. */
  underWay: { now: number; most: number }
  /** Behavior by recipient and attempt, starting at 1. */
  behave: (to: string, attempt: number) => RelayBehavior
  /** Resets received emails, attempts and behavior. */
  forget(): void
  /** Closes all connections and stops the server. */
  stop(): Promise<void>
}

/**
 *
 * @param options.acts Initial behavior.
 * @param options.slowMs Delay of the reply to each body.
 * @param options.keep Returns the part of an email that is kept as `raw`; hours of newsletters would fill the memory.
 */
export async function startRelay(
  options: {
    port?: number
    acts?: Relay['behave']
    slowMs?: number
    tls?: 'broken'
    keep?: (email: Buffer) => string
  } = {},
): Promise<Relay> {
  const { keep = (email) => email.toString('latin1') } = options
  const received: Received[] = []
  const attempts = new Map<string, number>()
  const underWay = { now: 0, most: 0 }
  const refusal = (code: number, reply = 'refused by the test') =>
    Object.assign(new Error(reply), { responseCode: code })
  const acts = new Map<string, RelayBehavior>()

  const server = new SMTPServer({
    // `broken` offers TLS with the untrusted certificate of the library.
    disabledCommands: options.tls === 'broken' ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, session, done) {
      const attempt = (attempts.get(address) ?? 0) + 1
      attempts.set(address, attempt)
      const act = relay.behave(address, attempt)
      acts.set(session.id, act)
      done(typeof act === 'object' && 'recipient' in act ? refusal(act.recipient, act.reply) : null)
    },
    onData(stream, session, done) {
      const act = acts.get(session.id) ?? 'takes'
      underWay.now += 1
      underWay.most = Math.max(underWay.most, underWay.now)
      const over = () => void (underWay.now -= 1)
      const chunks: Buffer[] = []
      stream.on('error', over)
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (act === 'hangs up') {
          over()
          hangUp(session.id)
        }
      })
      stream.on('end', () => {
        over()
        if (act === 'stalls' || act === 'hangs up') return
        if (typeof act === 'object' && 'body' in act) return done(refusal(act.body, act.reply))
        received.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address).join(','),
          raw: keep(Buffer.concat(chunks)),
          at: performance.now(),
        })
        if (act === 'takes and hangs up') return hangUp(session.id)
        if (options.slowMs) setTimeout(() => done(), options.slowMs)
        else done()
      })
    },
  })

  type Connection = { session: { id: string }; _socket: { destroy(): void } }
  const connections = () => [...server.connections] as unknown as Connection[]
  const hangUp = (id: string) =>
    connections()
      .find(({ session }) => session.id === id)
      ?._socket.destroy()

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  server.on('error', () => undefined)
  const { port } = server.server.address() as AddressInfo
  const relay: Relay = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    underWay,
    behave: options.acts ?? (() => 'takes'),
    forget() {
      received.length = 0
      attempts.clear()
      underWay.most = 0
      relay.behave = () => 'takes'
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const { _socket } of connections()) _socket.destroy()
      }),
  }
  return relay
}
