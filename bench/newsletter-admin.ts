import { ensureBuild } from '../scripts/build.ts'
import { readArguments } from '../scripts/usage.ts'
import { startSite } from '../tests/support/site.ts'
import { openSiteDatabase } from './admin/seed.ts'
import { seedDraft, seedSentIssues, seedSubscribers, seedSuppressions } from './newsletter-admin/seed.ts'

/*
 * Requests every list, search and view of the newsletter admin sequentially, with 100,000 subscribers, ten sent issues
 * with a delivery for each of them, and a draft, on the embedded database. Goals: p99 at most 100 ms at the server, the
 * dashboard and the charts at most 200 ms. The time of a sign-in with an unknown address must differ by at most five
 * percent from that with a known address.
 */
const usage = 'Usage: npm run bench:newsletter-admin -- [samples per request, 50] [subscribers, 100000]'
const [times, people] = readArguments(usage, [50, 100_000])
const [email, password] = ['bench@desk.example', 'a long enough password']
const views = [
  ['dashboard', 200],
  ['analytics', 200],
  ['newsletters', 100],
  ['schedule', 100],
  ['subscribers', 100],
  ['subscribers?page=1000', 100],
  [`subscribers?page=${people / 50}`, 100],
  ['subscribers?status=suppressed', 100],
  ['subscribers?status=subscribed&page=900', 100],
  ['subscribers?role=super_admin', 100],
  ['subscribers?role=subscriber&page=1500', 100],
  ['subscribers?q=reader99999%40', 100],
  ['subscribers?q=ad', 100],
  ['subscribers?q=zo%C3%AB+%C3%A5ngstr%C3%B6m', 100],
  ['subscribers?q=example&page=1900', 100],
  ['subscribers?q=nobody+at+all', 100],
  ['subscribers?q=lovelace&status=unsubscribed', 100],
  ['subscribers/PERSON', 100],
  ['newsletters/ISSUE', 100],
  ['newsletters/ISSUE/report', 200],
  ['newsletters/ISSUE/deliveries', 100],
  ['newsletters/ISSUE/progress', 100],
  ['newsletters/ISSUE/deliveries?page=1500', 100],
  ['newsletters/ISSUE/deliveries?state=failed', 100],
  ['newsletters/ISSUE/deliveries?q=reader99', 100],
  ['newsletters/ISSUE/deliveries?q=example', 100],
] as const

await ensureBuild()
const site = await startSite({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
const database = await openSiteDatabase(site.dataDir)
try {
  const from = performance.now()
  await seedSubscribers(database, people)
  await seedSuppressions(database)
  await seedSentIssues(database, 10)
  await seedDraft(database)
  await database.query('vacuum analyze')
  console.log(`seeded in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  const one = async (query: string) => (await database.query<{ id: string }>(query)).rows[0]!.id
  const ids = {
    PERSON: await one('select id from subscribers limit 1 offset 5000'),
    ISSUE: await one("select id from newsletter_issues where status = 'sent' limit 1"),
  }
  const login = (typed: string, secret: string) =>
    fetch(`${site.origin}/api/newsletter/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: typed, password: secret }),
    })
  const { access_token: token } = (await (await login(email, password)).json()) as { access_token: string }

  let isWithin = true
  console.log(`\n${'list, search or view'.padEnd(44)}     p50      p99`)
  for (const [path, goalMs] of views) {
    const address = `${site.origin}/api/newsletter/admin/${path.replace(/PERSON|ISSUE/, (name) => ids[name as keyof typeof ids])}`
    const taken: number[] = []
    for (let time = -5; time < times; time++) {
      const began = performance.now()
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      if (time >= 0) taken.push(performance.now() - began)
    }
    const { p50, p99 } = figuresOf(taken)
    isWithin &&= p99 <= goalMs
    console.log(
      `${path.padEnd(44)} ${p50.toFixed(1).padStart(7)}  ${p99.toFixed(1).padStart(7)} ms${p99 > goalMs ? `  above ${goalMs} ms` : ''}`,
    )
  }

  const guesses: Record<string, number[]> = { [email]: [], 'nobody@desk.example': [] }
  for (let round = 0; round < 30; round++) {
    for (const [typed, taken] of Object.entries(guesses)) {
      await database.query('delete from rate_limits')
      const began = performance.now()
      const answer = await login(typed, `wrong ${round}`)
      await answer.arrayBuffer()
      if (answer.status !== 401) throw new Error(`a wrong password was answered ${answer.status}`)
      taken.push(performance.now() - began)
    }
  }
  const [known = 0, unknown = 0] = Object.values(guesses).map((taken) => figuresOf(taken).p50)
  const apart = Math.abs(known - unknown) / known
  isWithin &&= apart <= 0.05
  console.log(
    `\na wrong password takes ${known.toFixed(1)} ms, an unknown address ${unknown.toFixed(1)} ms: ${(apart * 100).toFixed(1)} % apart`,
  )
  if (!isWithin) process.exitCode = 1
} finally {
  await database.end()
  await site.stop()
}

function figuresOf(taken: number[]): { p50: number; p99: number } {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99) }
}
