import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breakableConnection } from '#tests/support/breakable-connection.ts'
import { signUp } from '#tests/support/sign-up.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { newPreparedDatabase, type SiteDatabase } from '#tests/support/site-databases.ts'
import { startStripeFake, type StripeFake } from '#tests/support/stripe-fake.ts'

const bookId = 'swade-real-ai-music'
let stripe: StripeFake
let siteDatabase: SiteDatabase
let database: pg.Pool
beforeAll(async () => {
  stripe = await startStripeFake()
  siteDatabase = await newPreparedDatabase()
  database = new pg.Pool({ connectionString: siteDatabase.url, max: 3 })
  // Its connections may still be closing when the server stops.
  database.on('error', () => {})
})
afterAll(async () => {
  await database.end()
  await siteDatabase.drop()
  await stripe.close()
})

/** Points of an order at which the database can block the site, each with the key of its lock. */
const moments = {
  'the mail is about to be written beside the order': 1,
  'the mail is about to be claimed': 2,
  'the mail was sent': 3,
} as const
type Moment = keyof typeof moments

/**
 * The site creates its tables at startup; from then on a trigger waits at each point while a test has its lock.
 */
async function watchMoments(): Promise<void> {
  await database.query(`
    create or replace function wait_at_moment() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(case when tg_op = 'INSERT' then 1 when new.state = 'claimed' then 2 when new.state = 'sent' then 3 else 0 end);
      return new;
    end $$;
    create or replace trigger wait_at_moment before insert or update on mail_outbox for each row execute function wait_at_moment()`)
}

type Held = { reached(): Promise<void>; release(): Promise<void> }

/** Blocks transactions at a point. `reached` waits until one is blocked there. */
async function holdAt(moment: Moment): Promise<Held> {
  const client = await database.connect()
  await client.query('select pg_advisory_lock($1)', [moments[moment]])
  const waiting = async () =>
    (
      await client.query(
        `select from pg_locks join pg_database on oid = database
          where locktype = 'advisory' and objid = $1 and not granted and datname = current_database()`,
        [moments[moment]],
      )
    ).rowCount
  return {
    reached: async () => await expect.poll(waiting, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0),
    async release() {
      await client.query('select pg_advisory_unlock_all()')
      client.release()
    },
  }
}

type Bought = { sessionId: string; cookie: string; email: string }

let tries = 0

/** Requests a payment page repeatedly: the errors of connections that were cut arrive one by one. */
async function checkout(site: Site): Promise<Response> {
  for (const until = Date.now() + 20_000; ; await sleep(100)) {
    const reply = await fetch(`${site.origin}/api/books/checkout`, {
      method: 'POST',
      // Every attempt comes from another buyer's address, behind a trusted proxy if there is one, so that retries do
      // not reach the rate limit of a client.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${(tries += 1) % 250}` },
      body: JSON.stringify({ book_id: bookId, origin_url: site.origin }),
    })
    if (reply.ok) return reply
    expect(reply.status, await reply.text()).toBe(503)
    if (Date.now() > until) throw new Error('there was no payment page in twenty seconds')
  }
}

/** Orders the book and pays on the provider's page; the site has received no event yet. */
async function pay(site: Site, email: string): Promise<Bought> {
  const reply = await checkout(site)
  const { url } = (await reply.json()) as { url: string }
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' })
  expect(paid.headers.get('location')).toContain('payment=success')
  return { sessionId: url.split('/').at(-1)!, cookie: reply.headers.getSetCookie()[0]!.split(';')[0]!, email }
}

const sendWebhook = (site: Site, { sessionId }: Bought) =>
  stripe.deliver(
    `${site.origin}/api/webhooks/stripe`,
    stripe.sign(stripe.event('checkout.session.completed', stripe.sessionOf(sessionId))),
    60_000,
  )

/** Returns the outcome of an order from the database. */
async function outcomeOf({ sessionId, email }: Bought) {
  const { rows } = await database.query<Record<string, string | number>>(
    `select (select string_agg(state::text, ',') from orders where session_id = $1) as orders,
            (select count(*)::int from entitlements e join orders o on o.id = e.order_id where o.session_id = $1 and e.is_open) as rights,
            (select count(*)::int from mail_outbox where mail->>'to' = $2) as mails,
            (select string_agg(to_state::text, ' ' order by at, to_state) from order_events m join orders o on o.id = m.order_id
              where o.session_id = $1) as moves`,
    [sessionId, email],
  )
  return rows[0]
}

const outcomesOf = (bought: Bought[]) => Promise.all(bought.map(outcomeOf))

const whole = { orders: 'fulfilled', rights: 1, mails: 1, moves: 'created paid fulfilled' }
const untouched = { orders: 'created', rights: 0, mails: 0, moves: 'created' }

/**
 * Time after a kill at which the next process considers the previous one dead and takes over its background jobs.
 */
const letClaimsAge = () =>
  database.query(`update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)

const accessOf = async (site: Site, { cookie }: Bought) =>
  (
    (await (await fetch(`${site.origin}/api/books/${bookId}/access`, { headers: { cookie } })).json()) as {
      access: string
    }
  ).access

// All tests use one site: the later ones use the process that the first one started last, and the last one ends it.
describe('with Stripe and a database connection that can be cut', () => {
  let line: Awaited<ReturnType<typeof breakableConnection>>
  let env: Record<string, string>
  let site: Site
  beforeAll(async () => {
    line = await breakableConnection(siteDatabase.url)
    env = { DATABASE_URL: line.url, TRUSTED_PROXIES: '127.0.0.1', ...stripe.environment }
    site = await startSite({ env })
    await watchMoments()
  })
  afterAll(async () => {
    await site?.stop()
    await line?.cut()
    if (site) rmSync(site.dataDir, { recursive: true, force: true })
  })

  test('kill -9 between payment and mail leaves one order, one entitlement and one mail, also without a webhook', async () => {
    const port = Number(new URL(site.origin).port)
    const payAll = (name: string) =>
      Promise.all(Array.from({ length: 4 }, (_, index) => pay(site, `${name}-${index}@example.com`)))
    const send = (bought: Bought[]) => bought.map((one) => sendWebhook(site, one))
    const written = async () => (await site.outbox()).map(({ to }) => to?.[0]?.address ?? '').toSorted()
    const mailsTo = async (bought: Bought[]) =>
      (await written()).filter((address) => bought.some(({ email }) => email === address)).length
    const unreported = await pay(site, 'nobody-told@example.com')
    const restart = async (held: Held[], webhooks: Promise<unknown>[]) => {
      for (const one of held) await one.release()
      // The next check is due after half a minute, but a new process checks at startup.
      await database.query(`update orders set next_check_at = now() where session_id = $1`, [unreported.sessionId])
      await letClaimsAge()
      site = await startSite({ env, dataDir: site.dataDir, port })
      // Like Stripe, which delivers a refused event again.
      await Promise.all(webhooks)
    }

    // One kill while mails of some orders wait to be claimed, and those of others to be written.
    const [unclaimed, unwritten] = [await payAll('unclaimed'), await payAll('unwritten')]
    const claim = await holdAt('the mail is about to be claimed')
    const webhooks = send(unclaimed)
    await claim.reached()
    await expect.poll(() => outcomesOf(unclaimed), { timeout: 20_000 }).toEqual(unclaimed.map(() => whole))
    const write = await holdAt('the mail is about to be written beside the order')
    webhooks.push(...send(unwritten))
    await write.reached()
    await site.kill()
    expect(await outcomesOf(unwritten), 'nothing of an order stands without its mail').toEqual(
      unwritten.map(() => untouched),
    )
    expect(await mailsTo([...unclaimed, ...unwritten])).toBe(0)
    await restart([claim, write], webhooks)

    const sent = await payAll('sent')
    const end = await holdAt('the mail was sent')
    const reported = send(sent)
    await end.reached()
    await expect.poll(() => outcomesOf(sent), { timeout: 20_000, interval: 5 }).toContainEqual(whole)
    await expect.poll(() => mailsTo(sent), { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
    await site.kill()
    await restart([end], reported)

    await expect.poll(() => outcomeOf(unreported), { timeout: 20_000 }).toEqual(whole)
    const all = [...unclaimed, ...unwritten, ...sent, unreported]
    for (const one of all) {
      expect(await outcomeOf(one)).toEqual(whole)
      expect(await accessOf(site, one)).toBe('owned')
    }
    await expect.poll(written, { timeout: 20_000 }).toEqual(all.map(({ email }) => email).toSorted())
  })

  test('when the database is lost midway the webhook is requested again, and nothing is half done', async () => {
    for (const [round, [moment, outcome]] of [
      ['the mail is about to be written beside the order', untouched],
      ['the mail is about to be claimed', whole],
    ].entries() as ArrayIterator<[number, [Moment, object]]>) {
      const bought = await Promise.all(
        Array.from({ length: 3 }, (_, index) => pay(site, `cut${round}-${index}@example.com`)),
      )
      const held = await holdAt(moment)
      const webhooks = bought.map((one) => sendWebhook(site, one))
      await held.reached()
      await expect.poll(() => outcomesOf(bought), { timeout: 20_000, interval: 5 }).toContainEqual(outcome)
      await line.cut()
      // A transaction is complete or has no effect.
      for (const one of await outcomesOf(bought)) expect([whole, untouched]).toContainEqual(one)
      await held.release()
      const access = await fetch(`${site.origin}/api/books/${bookId}/access`, {
        headers: { cookie: bought[0]!.cookie },
      })
      expect([access.status, access.headers.get('retry-after')]).toEqual([503, '5'])
      await line.mend()
      await Promise.all(webhooks)
      for (const one of bought) expect(await outcomeOf(one)).toEqual(whole)
    }
  })

  test('during a database outage pages stay up and writes get a retry time; afterwards nothing needs a restart, and SIGTERM ends the site cleanly', async () => {
    expect((await fetch(`${site.origin}/`)).status).toBe(200)
    expect((await signUp(site, 'before@example.com')).status).toBe(200)

    await line.cut()
    const refused = await signUp(site, 'during@example.com')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toMatchObject({
      success: false,
      code: 'unavailable',
      detail: expect.stringContaining('Try again'),
    })
    const plain = await fetch(`${site.origin}/newsletter`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'origin': site.origin },
      body: 'email=plain@example.com',
    })
    expect([plain.status, plain.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await plain.text()).toContain('value="plain@example.com"')
    expect((await fetch(`${site.origin}/newsletter/unsubscribe/${'x'.repeat(32)}`)).status).toBe(503)
    // The output of the process contains neither the addresses nor the values of statements.
    expect(site.printed()).not.toMatch(/(during|plain)@example\.com/)
    for (const path of ['/', '/books', '/journey', '/artist/nova-swade'])
      expect((await fetch(site.origin + path)).status, path).toBe(200)
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(503)
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200)

    await line.mend()
    await expect.poll(async () => (await signUp(site, 'during@example.com')).status, { timeout: 20_000 }).toBe(200)
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
    // After SIGTERM the process ends by itself; after ten seconds it would give up with another exit code.
    await site.stop()
    expect(site.exitCode()).toBe(0)
  })
})
