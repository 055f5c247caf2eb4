import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line in front of a server that can go dead without being cut: connections stay, nothing comes through. */
export type HoldingLine = { origin: string; hold(): void; release(): void; close(): void }

/** @param origin The server's own address. */
export async function openHoldingLine(origin: string): Promise<HoldingLine> {
  const { port } = new URL(origin)
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
      if (isHeld) socket.pause()
    }
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    if (isHeld) for (const socket of [near, far]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
