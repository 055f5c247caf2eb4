import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

/** Creates a TCP proxy to a database that can be cut: connections are reset and rejected until it is restored. */
export async function breakableConnection(databaseUrl: string) {
  let target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let server: Server
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer((near) => {
        const far = connect(Number(target.port), target.hostname)
        for (const [socket, other] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(socket)
          socket.on('error', () => undefined)
          // Without this, connections to a server that is down would stay open and silent.
          socket.on('close', () => {
            open.delete(socket)
            other.destroy()
          })
        }
        near.pipe(far).pipe(near)
      })
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
  const port = await listen(0)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.resetAndDestroy()
      }),
    mend: async () => void (await listen(port)),
    /** Connects new connections to another server. */
    retarget: (nextUrl: string) => void (target = new URL(nextUrl)),
  }
}
