import type { Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from './site.ts'
import type { TestSite } from './test-site.ts'

/** Default email address of the owner. */
export const ownerEmail = 'owner@swade.example'

const subject = 'Your sign-in code'

/**
 * Signs in the owner in with the form: address, then the emailed code. Ends on `/admin/setup`, or on `next`.
 *
 * @param next Admin page to open.
 */
export async function signInOwner(site: Pick<Site, 'origin' | 'outbox'>, page: Page, next?: string): Promise<void> {
  const code = await newOwnerCode(site)
  await page.goto(`/admin${next ? `?next=${encodeURIComponent(next)}` : ''}`)
  await page.getByLabel('Email').fill(ownerEmail)
  await page.getByRole('button', { name: 'Access Admin Dashboard' }).click()
  await page.getByLabel('Code').fill(await code())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/admin/'))
}

/**
 * Returns the `Cookie` header of a new session on a test site. Send `origin: 'http://localhost:3000'` with unsafe
 * requests.
 *
 * @param origin Public origin of the site.
 */
export async function ownerCookie(
  { app, outbox }: Pick<TestSite, 'app' | 'outbox'>,
  origin: string = ownOrigin,
): Promise<string> {
  const headers = { origin, host: new URL(origin).host }
  const reply = await app.inject({ method: 'POST', url: '/api/owner/codes', headers, payload: { email: ownerEmail } })
  if (reply.statusCode !== 200) throw new Error(`no code was sent: ${reply.body}`)
  outbox.wake()
  const mail = (await outbox.list(100)).find(({ dedupeKey }) => dedupeKey.startsWith('owner-code:'))?.mail
  const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0]
  const answer = await app.inject({
    method: 'POST',
    url: '/api/owner/sessions',
    headers,
    payload: { email: ownerEmail, code },
  })
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]
  if (answer.statusCode !== 200 || !cookie) throw new Error(`the owner could not sign in: ${answer.body}`)
  return cookie
}

/**
 * Signs in the owner without a browser.
 *
 * @param known An earlier session, reused while valid.
 * @returns The session's cookie as `name=value`.
 */
export async function ownerSession(site: Pick<Site, 'origin' | 'outbox'>, known?: string): Promise<string> {
  if (known && (await fetch(`${site.origin}/api/owner/sessions`, { headers: { cookie: known } })).ok) return known
  const code = await newOwnerCode(site)
  const post = (path: string, body: object) =>
    fetch(site.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': site.origin },
      body: JSON.stringify(body),
    })
  await post('/api/owner/codes', { email: ownerEmail })
  const answer = await post('/api/owner/sessions', { email: ownerEmail, code: await code() })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!answer.ok || !cookie) throw new Error(`the owner could not sign in: ${await answer.text()}`)
  return cookie
}

/** Default origin of a test site. */
export const ownOrigin = 'http://localhost:3000'

/**
 * Remembers existing sign-in codes.
 *
 * @returns A function that waits for the next code.
 */
export async function newOwnerCode(site: Pick<Site, 'outbox'>): Promise<() => Promise<string>> {
  const before = new Set((await site.outbox()).map(({ messageId }) => messageId))
  return () => newCode(site, before)
}

async function newCode(site: Pick<Site, 'outbox'>, before: Set<string | undefined>): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const mail = (await site.outbox()).find((one) => one.subject === subject && !before.has(one.messageId))
    const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0]
    if (code) return code
    await sleep(50)
  }
  throw new Error('no code came within thirty seconds')
}
