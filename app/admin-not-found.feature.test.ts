import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerCookie } from '#tests/support/sign-in-owner.ts'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadSourcePages })
})
afterAll(() => site.close())

const get = (url: string, cookie = '') => site.app.inject({ url, headers: { host: 'localhost:3000', cookie } })
const titleOf = (html: string) => /<title[^>]*>([^<]*)/.exec(html)?.[1]

test('an unknown address of the admin is reported to the owner inside the admin', async () => {
  const cookie = await ownerCookie(site)
  for (const path of ['/admin/unknown', '/admin/orders/a/b']) {
    const { statusCode, body } = await get(path, cookie)
    expect(statusCode, path).toBe(404)
    expect(titleOf(body), path).toMatch(/^Page not found/)
    expect(body, path).toMatch(/<nav aria-label="Admin"/)
    expect(body, path).toMatch(/<h1[^>]*>Page not found<\/h1>/)
  }
  expect((await get('/admin/orders', cookie)).statusCode).toBe(200)
})

test('an unknown address of the newsletter admin has its frame and is not found', async () => {
  const { statusCode, body } = await get('/newsletter-admin/unknown', await ownerCookie(site))
  expect([statusCode, titleOf(body)]).toEqual([404, expect.stringMatching(/^Page not found/)])
  expect(body).toMatch(/<nav aria-label="Newsletter admin"/)
  expect(body).not.toMatch(/aria-label="Newsletter admin"[\s\S]*aria-current="page"[\s\S]*<main/)
})

test('unknown addresses of the admins have no Spanish version either', async () => {
  for (const path of ['/admin/unknown', '/newsletter-admin/unknown']) {
    const { statusCode, headers } = await get(`/es${path}`)
    expect([statusCode, headers.location]).toEqual([302, path])
  }
})

test('without a session, known and unknown addresses of the admin ask to sign in alike', async () => {
  for (const path of ['/admin/unknown', '/admin/orders']) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers.location]).toEqual([303, `/admin?next=${encodeURIComponent(path)}`])
  }
  expect((await get('/newsletter-admin/unknown')).statusCode).toBe(404)
})
