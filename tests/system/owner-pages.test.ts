import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { elements, readText } from '#tests/support/html.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { pressAfterTest } from '#tests/support/press-after-test.ts'
import { sharedSite } from '#tests/support/shared-site.ts'
import { newOwnerCode, ownerEmail, ownerSession } from '#tests/support/sign-in-owner.ts'

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

test('without JavaScript the owner signs in, reaches the requested page, changes settings and pauses sending', async () => {
  const owner = openPlainVisitor(site)
  expect((await owner.get('/admin/settings')).path).toBe('/admin?next=%2Fadmin%2Fsettings')
  const code = await newOwnerCode(site)
  await owner.press('Access Admin Dashboard', { email: ownerEmail })
  expect((await owner.press('Sign in', { code: await code() })).path).toBe('/admin/settings')
  pressAfterTest(site, '/admin/settings', 'Reset to configuration')
  pressAfterTest(site, '/admin/settings', 'Resume sending')
  const refused = await owner.press('Save settings', { SPATIAL_ROOM_URL: 'javascript:alert(1)' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Enter a full URL starting with https://.')
  const saved = await owner.press('Save settings', { SPATIAL_ROOM_URL: '', SUPPORT_EMAIL: 'label@swade.example' })
  expect(saved.text).toContain('Settings saved. Pages and emails show the new values now.')
  expect((await openPlainVisitor(site).get('/imprint')).text).toContain('label@swade.example')
  const reset = await owner.press('Reset to configuration')
  expect(reset.text).toContain('All settings are reset to the configuration.')

  expect(newsletterSection(reset.html)).toMatch(/Friday.*9:00 AM/)
  const paused = await owner.press('Pause sending')
  expect(paused.text).toContain('Sending is paused. No newsletters will be sent until you resume.')
  expect(newsletterSection(paused.html)).toContain('Sending is paused. It was paused by ')
  const resumed = await owner.press('Resume sending')
  expect(resumed.text).toContain('Sending has resumed. Newsletters are sent automatically again.')
  expect(newsletterSection(resumed.html)).not.toContain('Sending is paused. It was paused')
  await owner.press('Logout')
  expect(owner.offers('Access Admin Dashboard')).toBe(true)
  expect((await owner.get('/admin/settings')).path).toBe('/admin?next=%2Fadmin%2Fsettings')
})

/** Returns the text of the section about the newsletter on the page of the settings. */
const newsletterSection = (html: string) =>
  readText(/<section[^>]*="newsletter[\s\S]*?<\/section>/.exec(html)?.[0] ?? '')

test('without JavaScript the owner creates recovery codes and signs in with one', async () => {
  const signedIn = openPlainVisitor(site, await site.ownerCookie())
  await signedIn.get('/admin/settings')
  const button = ['Create recovery codes', 'Replace recovery codes'].find((words) => signedIn.offers(words)) ?? ''
  const { html } = await signedIn.press(button)
  const [code = ''] = /aria-label="New recovery codes"[^>]*>\s*<li[^>]*>([^<]+)</.exec(html)?.slice(1) ?? []
  const owner = openPlainVisitor(site)
  const gate = await owner.get('/admin')
  const recovery = elements(gate.html, 'a').find(({ href }) => href?.includes('recovery'))?.['href'] ?? ''
  await owner.get(recovery)
  expect((await owner.press('Sign in', { email: ownerEmail, code })).path).toBe('/admin/setup')
})

test('without JavaScript an entry can be edited: lines by buttons, errors at their fields with all values, publish', async () => {
  const path = '/admin/content/artist/nova-swade'
  pressAfterTest(site, path, 'Reset to files')
  const owner = openPlainVisitor(site, await site.ownerCookie())
  const inputs = (html: string) => new Map(elements(html, 'input').map(({ name = '', value }) => [name, value]))
  const before = inputs((await owner.get(path)).html)
  const added = `genres.${[...before.keys()].filter((name) => name.startsWith('genres.')).length}`
  await owner.press('Add genre')
  const refused = await owner.press('Publish', { [added]: 'Quiet Storm', tagline: 'x'.repeat(130) })
  expect([refused.status, refused.text.includes('Must be at most 120 characters.')]).toEqual([400, true])
  const kept = inputs(refused.html)
  expect([kept.get('tagline'), kept.get(added)]).toEqual(['x'.repeat(130), 'Quiet Storm'])
  const published = await owner.press('Publish', { tagline: 'Between two stations.' })
  expect(published.text).toContain('Published. Visitors can see it now.')
  expect((await openPlainVisitor(site).get('/artist/nova-swade')).text).toContain('Quiet Storm')
})
