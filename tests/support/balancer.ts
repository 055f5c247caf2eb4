import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A load balancer that polls `/readyz` and never repeats a request, so that every failure is visible. */
export type Balancer = {
  origin: string
  /** Resolves when all sites are in use. */
  usesAll(): Promise<void>
  /** Resolves when a site gets no more requests and has answered all of its requests. */
  leaves(origin: string): Promise<void>
  stop(): Promise<void>
}

/** Number of failed checks after which a site gets no more requests; a single one may be a busy second. */
const maxFailures = 3

/** Starts a balancer that keeps connections to the sites open, as real ones do. */
export async function startBalancer(origins: readonly string[], checkMs = 100): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const inFlight = new Map(origins.map((origin) => [origin, 0]))
  let turn = 0
  let isStopped = false

  // Each site is checked separately, so that a slow one does not delay the state of the others.
  const checking = Promise.all(
    origins.map(async (origin) => {
      let failures = 0
      for (; !isStopped; await sleep(checkMs)) {
        const options = { headers: { connection: 'close' }, signal: AbortSignal.timeout(10_000) }
        const isReady = await fetch(`${origin}/readyz`, options).then(
          ({ ok }) => ok,
          () => false,
        )
        failures = isReady ? 0 : failures + 1
        if (isReady) ready.add(origin)
        else if (failures >= maxFailures) ready.delete(origin)
      }
    }),
  )

  const server = createServer((incoming, answer) => {
    const target = [...ready][turn++ % ready.size]
    const fail = (reason: string) => {
      if (!answer.headersSent) answer.writeHead(502)
      answer.end(reason)
    }
    if (!target) return fail('no site is ready')
    inFlight.set(target, inFlight.get(target)! + 1)
    answer.once('close', () => inFlight.set(target, inFlight.get(target)! - 1))
    const onward = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers, agent },
      (upstream) => {
        const { connection: _own, ...headers } = upstream.headers
        answer.writeHead(upstream.statusCode ?? 502, headers)
        upstream.pipe(answer)
        upstream.on('error', () => answer.destroy())
      },
    )
    onward.on('error', (error: NodeJS.ErrnoException) => fail(`${target}: ${error.code ?? error.message}`))
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async usesAll() {
      while (ready.size < origins.length) await sleep(20)
    },
    async leaves(origin) {
      while (ready.has(origin) || inFlight.get(origin)! > 0) await sleep(20)
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
