import { setTimeout as sleep } from 'node:timers/promises'
import { ownerEmail } from '../../tests/support/sign-in-owner.ts'
import type { Site } from '../../tests/support/site.ts'

/** Signs the owner in without a browser. @returns the `Cookie` header of the session. */
export async function ownerCookieOf(site: Pick<Site, 'origin' | 'outbox'>): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(site.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': site.origin },
      body: JSON.stringify(body),
    })
  const reply = await post('/api/owner/codes', { email: ownerEmail })
  if (!reply.ok) throw new Error(`no code was sent: ${await reply.text()}`)
  const answer = await post('/api/owner/sessions', { email: ownerEmail, code: await newestCode(site) })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!answer.ok || !cookie) throw new Error(`the owner could not sign in: ${await answer.text()}`)
  return cookie
}

async function newestCode({ outbox }: Pick<Site, 'outbox'>): Promise<string> {
  for (let tries = 0; tries < 400; tries += 1) {
    const mail = (await outbox()).findLast(({ subject }) => subject === 'Your sign-in code')
    const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0]
    if (code) return code
    await sleep(50)
  }
  throw new Error('no code came within twenty seconds')
}
