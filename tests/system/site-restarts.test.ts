import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBalancer } from '#tests/support/balancer.ts'
import { newDataFolder } from '#tests/support/data-folder.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { newPreparedDatabase, type SiteDatabase } from '#tests/support/site-databases.ts'

/** Number of restarts: one per process in `npm test`; `RESTARTS=20` is the goal of operations. */
const restarts = Number(process.env.RESTARTS ?? 2)
const minuteMs = 60_000

/** Requests of visitors: cached and rendered pages, API calls, and sign-ups, which write to the database. */
const visits: ((origin: string, number: number) => Promise<Response>)[] = [
  (origin) => fetch(`${origin}/`),
  (origin) => fetch(`${origin}/my-books`),
  (origin) => fetch(`${origin}/api/radio/now-playing`),
  (origin, number) =>
    fetch(`${origin}/api/newsletter/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${number >> 8}.${number & 255}` },
      body: JSON.stringify({ email: `visitor-${number}@example.com` }),
    }),
]

let database: SiteDatabase
const sites: Site[] = []
const folders = [newDataFolder(), newDataFolder()]
let env: Record<string, string>
beforeAll(async () => {
  database = await newPreparedDatabase()
  env = {
    DATABASE_URL: database.url,
    ROLE: 'web',
    TRUSTED_PROXIES: '127.0.0.1',
    // Longer than a busy machine needs; a second signal ends it when the balancer has noticed.
    SHUTDOWN_DELAY_SECONDS: '120',
  }
  for (const dataDir of folders) sites.push(await startSite({ env, dataDir }))
})
afterAll(async () => {
  // Ctrl-C does not wait for a balancer.
  for (const site of sites) site.signal('SIGINT')
  await Promise.all(sites.map((site) => site.stop()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  await database?.drop()
})

test(
  `${restarts} rolling restarts of two processes under load fail no request`,
  { timeout: 30 * minuteMs },
  async () => {
    await using resources = new AsyncDisposableStack()
    const origins = sites.map(({ origin }) => origin)
    const balancer = await startBalancer(origins)
    resources.defer(() => balancer.stop())
    await balancer.usesAll()

    const load = startLoad(balancer.origin)
    resources.defer(async () => void (await load.stop()))
    // Requests that are in progress when a process gets SIGTERM and end after it has left the balancer.
    const slowAnswers: Promise<number>[] = []
    for (let round = 0; round < restarts; round += 1) {
      const index = round % 2
      slowAnswers.push(sendSlowly(origins[index]!, round))
      sites[index]!.signal('SIGTERM')
      await balancer.leaves(origins[index]!)
      await sites[index]!.stop()
      expect(sites[index]!.exitCode(), sites[index]!.printed()).toBe(0)
      sites[index] = await startSite({ env, dataDir: folders[index]!, port: Number(new URL(origins[index]!).port) })
      await balancer.usesAll()
    }
    const { answered, failures } = await load.stop()
    expect(failures).toEqual([])
    expect(await Promise.all(slowAnswers)).toEqual(Array.from({ length: restarts }, () => 200))
    expect(answered).toBeGreaterThan(restarts * visits.length)
    console.log(`${answered} requests were answered during ${restarts} restarts, and none failed`)
  },
)

/** Sends requests until it is stopped, at a low rate, so that the processes can start in the meantime. */
function startLoad(origin: string) {
  const failures: string[] = []
  let isOver = false
  let answered = 0
  let number = 0
  async function visitor(): Promise<void> {
    while (!isOver) {
      const visit = visits[(number += 1) % visits.length]!
      try {
        const answer = await visit(origin, number)
        const text = await answer.text()
        if (answer.status !== 200) failures.push(`${answer.status} ${answer.url} ${text.slice(0, 200)}`)
      } catch (error) {
        failures.push(String((error as Error).cause ?? error))
      }
      answered += 1
      await sleep(50)
    }
  }
  const visitors = Promise.all(Array.from({ length: 2 }, visitor))
  return {
    async stop() {
      isOver = true
      await visitors
      return { answered, failures }
    },
  }
}

// The two processes of the test above, which would wait for two minutes.
test('SIGTERM: readiness fails at once, requests finish, connections close, then the process stops; Ctrl-C does not wait', async () => {
  const [site, other] = sites as [Site, Site]
  const stopping = site.stop()
  await expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status).toBe(503)
  const answer = await fetch(`${site.origin}/`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect((await fetch(`${site.origin}/healthz`)).status).toBe(200)
  // A second signal and Ctrl-C end the wait; a poll times out before the two minutes have passed.
  site.signal('SIGTERM')
  await expect.poll(() => site.exitCode()).toBe(0)
  await stopping

  other.signal('SIGINT')
  await expect.poll(() => other.exitCode()).toBe(0)
})

/** Signs up with a body that takes 1.5 seconds to arrive; returns the status. */
function sendSlowly(origin: string, round: number): Promise<number> {
  const body = JSON.stringify({ email: `slow-${round}@example.com` })
  return new Promise((resolve, reject) => {
    const sending = request(
      `${origin}/api/newsletter/subscribe`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-forwarded-for': `198.19.0.${round}`,
        },
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    sending.on('error', reject)
    sending.write(body.slice(0, 5))
    setTimeout(() => sending.end(body.slice(5)), 1_500)
  })
}
