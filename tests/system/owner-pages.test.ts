import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedSite } from '#tests/support/shared-site.ts'
import { ownerSession } from '#tests/support/sign-in-owner.ts'

const site = sharedSite()

/** All pages of the admin, from the list of routes. */
const adminPages = [
  ...readFileSync(join(import.meta.dirname, '../../app/routes.ts'), 'utf8').matchAll(/route\('(admin\/[^']+)'/g),
].map(([, path = '']) => `/${path.replace(/:\w+/g, 'x')}`)

const fetchPage = (path: string, init: RequestInit) => fetch(site.origin + path, { redirect: 'manual', ...init })

async function isSentToGate(answer: Response): Promise<boolean> {
  if (answer.status === 303) return answer.headers.get('location')?.startsWith('/admin?next=') ?? false
  return answer.status === 202 && (await answer.text()).includes('"/admin?next=')
}

test('only the owner can open admin pages, and actions from other sites are rejected', async () => {
  expect(adminPages.length).toBeGreaterThanOrEqual(10)
  const live = await ownerSession(site)
  const gone = await ownerSession(site)
  await fetchPage('/api/owner/sessions/current', { method: 'DELETE', headers: { cookie: gone, origin: site.origin } })
  expect((await fetchPage('/api/owner/sessions', { headers: { cookie: gone } })).status).toBe(401)

  const wrong: string[] = []
  const post = (address: string, cookie: string, origin: string | undefined) => {
    const headers = { cookie, ...(origin && { origin }), 'content-type': 'application/x-www-form-urlencoded' }
    return fetchPage(address, { method: 'POST', headers, body: 'act=reset' })
  }
  const cookies = { 'none': '', 'guessed': `swade-owner=${'a'.repeat(32)}`, 'signed out': gone }
  for (const path of adminPages) {
    for (const address of [path, `${path}.data`, `${path}/`, path.toUpperCase()]) {
      for (const [name, cookie] of Object.entries(cookies)) {
        const reply = await fetchPage(address, { headers: { cookie } })
        if (!(await isSentToGate(reply)) && reply.status !== 404) wrong.push(`GET ${address}, ${name}: ${reply.status}`)
        for (const origin of [site.origin, 'https://evil.example', undefined]) {
          const acted = await post(address, cookie, origin)
          if (!(await isSentToGate(acted)) && ![400, 403, 404].includes(acted.status))
            wrong.push(`POST ${address}, ${name}, ${origin}: ${acted.status}`)
        }
      }
      for (const origin of ['https://evil.example', 'null', undefined]) {
        const acted = await post(address, live, origin)
        if (![400, 403, 404].includes(acted.status))
          wrong.push(`POST ${address}, signed in, from ${origin}: ${acted.status}`)
      }
    }
  }
  expect(wrong).toEqual([])
  const settings = await fetchPage('/admin/settings', { headers: { cookie: live } })
  expect([settings.status, settings.headers.get('cache-control')]).toEqual([200, 'no-store'])
})
