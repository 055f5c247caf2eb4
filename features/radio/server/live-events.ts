import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Limits = { clients: number; clientsPerAddress: number; pingMs: number; maxQueuedBytes: number }

const defaultLimits: Limits = { clients: 10_000, clientsPerAddress: 100, pingMs: 15_000, maxQueuedBytes: 64 * 1024 }

/** Maximum number of clients written to before yielding to the event loop. */
const clientsAtOnce = 250

/** Drain timeout on shutdown. */
const drainTimeoutMs = 300

const ping = Buffer.from(': still here\n\n')

/** Subset of a response used here. */
type EventConnection = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on' | 'writableLength'>

/** Socket of a response. */
type EventSocket = Pick<Socket, 'once' | 'removeListener' | 'destroyed'>

/**
 * Event subscribers, all served from the same bytes. Bounded in clients, clients per address and queued bytes. A client
 * that does not read is disconnected, and its browser reconnects.
 */
export class LiveEvents {
  readonly #limits: Limits
  readonly #clients = new Map<EventConnection, { address: string; socket: EventSocket; hungUp: () => void }>()
  readonly #sockets = new WeakSet<EventSocket>()
  readonly #perAddress = new Map<string, number>()
  readonly #pinging: NodeJS.Timeout
  #isClosed = false

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
    this.#pinging = setInterval(() => this.send(ping), this.#limits.pingMs).unref()
  }

  count(): number {
    return this.#clients.size
  }

  /**
   * Checks whether a client can subscribe. Only one response per connection: a pipelined response would wait forever
   * and occupy a slot.
   *
   * @returns why not, or undefined.
   */
  refusal(address: string, socket: EventSocket): 'full' | 'too-many' | undefined {
    if (this.#sockets.has(socket)) return 'too-many'
    if (this.#isClosed || this.#clients.size >= this.#limits.clients) return 'full'
    return (this.#perAddress.get(address) ?? 0) >= this.#limits.clientsPerAddress ? 'too-many' : undefined
  }

  /** Adds a client whose headers are already sent and writes its first event. */
  add(line: EventConnection, address: string, socket: EventSocket, first: Buffer): void {
    if (socket.destroyed) return
    const hungUp = () => this.#forget(line)
    this.#clients.set(line, { address, socket, hungUp })
    this.#sockets.add(socket)
    // A response that is queued behind another one on its connection gets no event when the connection closes.
    socket.once('close', hungUp)
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1)
    line.on('close', hungUp).on('error', () => line.destroy())
    // Each client gets a different reconnect delay, so that they do not all reconnect at once after a restart. The
    // delay is short enough for the audio, whose recovery waits for this event.
    line.write(`retry: ${2000 + Math.floor(Math.random() * 2500)}\n\n`)
    line.write(first)
  }

  /** Sends bytes to all clients. */
  send(bytes: Buffer): void {
    this.#sendTo([...this.#clients.keys()], bytes)
  }

  /** Ends all responses; browsers reconnect to another process. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#pinging)
    for (const line of this.#clients.keys()) line.end()
    // A client that does not read would never receive the end either.
    setTimeout(() => {
      for (const line of this.#clients.keys()) line.destroy()
    }, drainTimeoutMs).unref()
  }

  #sendTo(lines: EventConnection[], bytes: Buffer): void {
    for (const line of lines.slice(0, clientsAtOnce)) {
      if (!this.#clients.has(line)) continue
      if (line.writableLength > this.#limits.maxQueuedBytes) line.destroy()
      else line.write(bytes)
    }
    const others = lines.slice(clientsAtOnce)
    if (others.length > 0) setImmediate(() => this.#sendTo(others, bytes))
  }

  #forget(line: EventConnection): void {
    const client = this.#clients.get(line)
    if (!client) return
    const { address, socket, hungUp } = client
    this.#clients.delete(line)
    this.#sockets.delete(socket)
    socket.removeListener('close', hungUp)
    const left = (this.#perAddress.get(address) ?? 1) - 1
    if (left > 0) this.#perAddress.set(address, left)
    else this.#perAddress.delete(address)
  }
}
