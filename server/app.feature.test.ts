import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({
    pageBuild: () => {
      throw new Error('canary: secret in a stack')
    },
  })
})
afterAll(() => site.close())

test('the root of the API responds with a greeting', async () => {
  expect((await site.app.inject('/api/')).json()).toEqual({ message: 'Swade is on the air.' })
})

test.each(['/api/nope', '/api/newsletter', '/api/newsletter/subscribe'])('GET %s is a JSON 404', async (url) => {
  const reply = await site.app.inject(url)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ success: false, code: 'not-found' })
})

test('every response has the security headers and no cookie', async () => {
  for (const url of ['/api/', '/api/nope', '/healthz', '/site.webmanifest', '/media/books/nope.pdf', '/%ff']) {
    const { headers } = await site.app.inject(url)
    expect(headers, url).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self';"),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(headers['set-cookie'], url).toBeUndefined()
  }
})

test('an unexpected error is a 500 with a reference and without its cause', async () => {
  const reply = await site.app.inject('/books')
  expect(reply.statusCode).toBe(500)
  expect(reply.body).not.toContain('canary')
  expect(reply.json()).toMatchObject({ code: 'internal', detail: expect.stringContaining('reference') })
})

test('without trusted proxies a forged client address changes no limit', async () => {
  const attempt = (index: number) =>
    site.app.inject({
      method: 'POST',
      url: '/api/newsletter/subscribe',
      payload: { email: `f${index}@example.com` },
      headers: { 'x-forwarded-for': `198.51.100.${index}` },
      remoteAddress: '203.0.113.50',
    })
  const codes: number[] = []
  for (let index = 0; index < 21; index += 1) codes.push((await attempt(index)).statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(20)
  expect(codes.at(-1)).toBe(429)
})

test('a trusted proxy provides the real address', async () => {
  const behind = await buildTestSite({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } })
  try {
    const attempt = (index: number) =>
      behind.app.inject({
        method: 'POST',
        url: '/api/newsletter/subscribe',
        payload: { email: `t${index}@example.com` },
        headers: { 'x-forwarded-for': `198.51.100.${index}` },
        remoteAddress: '10.1.2.3',
      })
    for (let index = 0; index < 22; index += 1) expect((await attempt(index)).statusCode).toBe(200)
  } finally {
    await behind.close()
  }
})

test('readiness reports whether the database responds; liveness does not depend on it', async () => {
  const own = await buildTestSite()
  try {
    expect((await own.app.inject('/readyz')).json()).toEqual({ ok: true, database: 'up' })
    await own.database.close()
    expect((await own.app.inject('/readyz')).statusCode).toBe(503)
    const alive = await own.app.inject('/healthz')
    expect([alive.statusCode, alive.json()]).toEqual([
      200,
      { ok: true, version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    ])
    const reply = await own.app.inject({
      method: 'POST',
      url: '/api/newsletter/subscribe',
      payload: { email: 'later@example.com' },
    })
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('5')
    expect(reply.json()).toMatchObject({ code: 'unavailable' })
  } finally {
    await own.close()
  }
})

test('security.txt names the contact, never expires and follows the settings of the owner', async () => {
  const own = await buildTestSite({
    environment: { PUBLIC_ORIGIN: 'https://swade.example', SUPPORT_EMAIL: 'help+us@swade.example' },
    clock: { now: () => new Date('2026-11-26T23:59:59Z') },
  })
  onTestFinished(() => own.close())
  const reply = await own.app.inject('/.well-known/security.txt')
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(reply.body).toBe(
    [
      'Contact: mailto:help%2Bus@swade.example',
      'Expires: 2027-05-25T00:00:00.000Z',
      'Preferred-Languages: en, es',
      'Canonical: https://swade.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  await own.services.settings.save({ SUPPORT_EMAIL: 'new@swade.example' }, undefined, 'owner')
  expect((await own.app.inject('/.well-known/security.txt')).body).toContain('Contact: mailto:new@swade.example\n')
})

test('sitemap, robots.txt, llms.txt and the manifest list the existing pages', async () => {
  const site = await buildTestSite({ pageBuild: loadPageHandles })
  onTestFinished(() => site.close())
  const sitemap = (await site.app.inject('/sitemap.xml')).body
  for (const { slug } of site.services.artists.list())
    expect(sitemap).toContain(`<loc>http://localhost:3000/artist/${slug}</loc>`)
  for (const { id } of site.services.books.list())
    expect(sitemap).toContain(`<loc>http://localhost:3000/book/${id}</loc>`)
  expect((await site.app.inject('/robots.txt')).body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  expect((await site.app.inject('/llms.txt')).body).toMatch(/^# Swade\n/)
  for (const path of ['/radio', '/developers']) {
    expect(sitemap).toContain(`<loc>http://localhost:3000${path}</loc>`)
    expect((await site.app.inject('/llms.txt')).body).toContain(`(http://localhost:3000${path}): `)
  }
  const manifest = (await site.app.inject('/site.webmanifest')).json()
  expect(manifest).toMatchObject({ id: '/', name: 'Swade', scope: '/', icons: expect.any(Array) })
  expect(manifest.shortcuts).toContainEqual(expect.objectContaining({ name: 'Listen live', url: '/radio' }))
  // Most systems show four.
  expect(manifest.shortcuts.length).toBeLessThanOrEqual(4)
})
