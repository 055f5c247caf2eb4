import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server that delivers everything later. */
export type SlowLine = {
  port: number
  /** Returns the number of connections so far. */
  connections(): number
  stop(): void
}

/** Starts a line to a port of this machine. @param delayMs Milliseconds that each direction takes. */
export async function startSlowLine(port: number, delayMs: number): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((near) => {
    count += 1
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        setTimeout(() => to.destroy(), delayMs)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
