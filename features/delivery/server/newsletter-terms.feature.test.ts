import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNewsletterTerms } from './newsletter-terms.ts'
import { subscribeEndpoint } from '#features/subscribers/contract.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite()
})
afterAll(() => site.close())

const change = async (settings: object) => {
  const headers = await editorHeaders(site)
  const reply = await site.app.inject({
    method: 'PUT',
    url: '/api/newsletter/admin/settings',
    headers,
    payload: settings,
  })
  expect(reply.statusCode).toBe(200)
}
const signUp = async (email: string) => {
  await site.app.inject({ method: 'POST', url: subscribeEndpoint.path, payload: { email } })
  const { rows } = await site.database.pool.query<{ id: string; detail: string }>(
    `select s.id, e.detail from subscribers s join subscriber_events e on e.subscriber_id = s.id where email = $1`,
    [email],
  )
  return { detail: rows[0]!.detail, token: await site.linkTokens.write('subscriber', rows[0]!.id) }
}

test('the terms follow the settings, and the cached pages are cleared only when the terms change', async () => {
  let clearings = 0
  const terms = createNewsletterTerms({
    db: site.database.db,
    changes: { subscribe: () => async () => undefined } as never,
    pageCache: { clear: () => void (clearings += 1), measure: () => ({ count: 0, bytes: 0 }) },
  })
  await terms.connect()
  expect([terms.current(), clearings]).toEqual([{ isTracked: true, hasDigest: true }, 0])
  await change({ is_counted: false, sends_digest: false })
  await terms.checkNow()
  expect([terms.current(), clearings]).toEqual([{ isTracked: false, hasDigest: false }, 1])
  await change({ is_held: true })
  await change({ is_held: false })
  await terms.checkNow()
  expect(clearings).toBe(1)
  await change({ is_counted: true, sends_digest: true })
  await terms.checkNow()
  expect([terms.current(), clearings]).toEqual([{ isTracked: true, hasDigest: true }, 2])
})

test('a sign-up stores the consent that the form shows, with or without tracking', async () => {
  expect((await signUp('tracked@terms.example')).detail).toBe('form api, consent 2026-12.2')
  await change({ is_counted: false })
  expect(site.services.newsletterTerms.current()).toEqual({ isTracked: false, hasDigest: true })
  expect((await signUp('untracked@terms.example')).detail).toBe('form api, consent 2026-12.2-untracked')
  await change({ is_counted: true })
})

test('whoever signs up while nothing is counted is not counted later, until they allow it', async () => {
  const { newsletterPreferences } = site.services
  await change({ is_counted: false })
  const { token } = await signUp('uncounted@terms.example')
  await change({ is_counted: true })
  const counted = await signUp('counted@terms.example')
  expect(await newsletterPreferences.find(counted.token)).toMatchObject({ allowsTracking: true })
  expect(await newsletterPreferences.find(token)).toMatchObject({ frequency: 'weekly', allowsTracking: false })
  expect(await newsletterPreferences.change(token, { frequency: 'weekly', allowsTracking: true })).toMatchObject({
    allowsTracking: true,
  })
})

test('the monthly digest cannot be chosen while none is sent, but an earlier choice remains', async () => {
  const { newsletterPreferences } = site.services
  const { token } = await signUp('monthly@terms.example')
  const monthly = { frequency: 'monthly', allowsTracking: true } as const
  await change({ sends_digest: false })
  await expect(newsletterPreferences.change(token, monthly)).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'subscribers.errors.noDigest',
  })
  await change({ sends_digest: true })
  await newsletterPreferences.change(token, monthly)
  await change({ sends_digest: false })
  expect(await newsletterPreferences.change(token, { ...monthly, allowsTracking: false })).toMatchObject({
    frequency: 'monthly',
    allowsTracking: false,
  })
  await change({ sends_digest: true })
})
