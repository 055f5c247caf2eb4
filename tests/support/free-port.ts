import { type AddressInfo, createServer } from 'node:net'

const mostTries = 5

/**
 * Starts a server on a free port and retries with another one if the port was taken in the meantime.
 *
 * @param start Its errors or their causes contain `EADDRINUSE`, `Address already in use` or the site's own message when
 *   the port is taken.
 */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await findFreePort())
    } catch (error) {
      if (tries === mostTries || !isTaken(error)) throw error
    }
  }
}

const taken = /EADDRINUSE|address already in use|\bport \d+ on \S+ is already in use/i

function isTaken(error: unknown): boolean {
  return error instanceof Error && (taken.test(error.message) || isTaken(error.cause))
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
