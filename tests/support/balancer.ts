import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A load balancer that asks `/readyz` and never sends a request twice, so that every failure is seen. */
export type Balancer = {
  origin: string
  /** Resolves when exactly these sites are in use. */
  uses(origins: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Starts a balancer that keeps connections to the sites open, as real ones do. */
export async function startBalancer(origins: readonly string[], checkMs = 100): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  let ready: string[] = []
  let turn = 0
  let isStopped = false

  async function check(): Promise<void> {
    const checks = origins.map((origin) =>
      fetch(`${origin}/readyz`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const results = await Promise.all(checks)
    ready = origins.filter((_, index) => results[index])
  }
  const checking = (async () => {
    for (; !isStopped; await sleep(checkMs)) await check()
  })()

  const server = createServer((asked, answer) => {
    const target = ready[turn++ % ready.length]
    const fail = (reason: string) => {
      if (!answer.headersSent) answer.writeHead(502)
      answer.end(reason)
    }
    if (!target) return fail('no site is ready')
    const onward = request(
      new URL(asked.url ?? '/', target),
      { method: asked.method, headers: asked.headers, agent },
      (given) => {
        const { connection: _own, ...headers } = given.headers
        answer.writeHead(given.statusCode ?? 502, headers)
        given.pipe(answer)
        given.on('error', () => answer.destroy())
      },
    )
    onward.on('error', (error: NodeJS.ErrnoException) => fail(`${target}: ${error.code ?? error.message}`))
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async uses(wanted) {
      while (wanted.length !== ready.length || !wanted.every((origin) => ready.includes(origin))) await sleep(20)
    },
    async stop() {
      isStopped = true
      await checking
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
}
