import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { policyHash } from '#platform/secrets.ts'
import { hasRelaxedPolicy, type PageHandle } from '#shared/page-handle.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadSourcePages })
})
afterAll(() => site.close())

async function policyOf(url: string): Promise<string> {
  const { headers } = await site.app.inject({ url, headers: { host: 'localhost:3000' } })
  return String(headers['content-security-policy'])
}

const pages = ['/', '/swade-fam', '/books', '/newsletter', '/my-books', '/es/books', '/nowhere']

test('public pages show images of this site only and allow no foreign style', async () => {
  for (const url of pages) {
    const policy = await policyOf(url)
    expect(policy, url).toContain("img-src 'self' data: blob:;")
    expect(policy, url).toMatch(/style-src 'self'( 'sha256-[\w+/]{43}=')+;/)
    expect(policy, url).not.toContain("style-src 'self' 'unsafe-inline'")
  }
})

test('pages that preview emails and images allow both', async () => {
  for (const url of ['/admin', '/newsletter-admin', '/dev/outbox']) {
    const policy = await policyOf(url)
    expect(policy, url).toContain("img-src 'self' data: blob: https:;")
    expect(policy, url).toContain("style-src 'self' 'unsafe-inline';")
  }
})

test('public pages may empty their style sheet, as navigation between areas does', async () => {
  for (const url of pages) expect(await policyOf(url), url).toContain(`'${policyHash('')}'`)
})

test('every page of an area that is loaded as a document has the wider policy', async () => {
  const { routes } = await loadPageHandles()
  const paths = Object.values(routes).flatMap((route) => {
    const area = (route?.module as { handle?: PageHandle } | undefined)?.handle?.area
    return route?.path && area && hasRelaxedPolicy(area) ? [`/${route.path}`] : []
  })
  expect(paths).toEqual(expect.arrayContaining(['/admin', '/newsletter-admin', '/dev/outbox']))
  for (const path of paths) expect(await policyOf(path), path).toContain("style-src 'self' 'unsafe-inline';")
})

test('the host of an image that the owner chose is allowed as soon as it is published', async () => {
  const { slug } = site.services.artists.list()[0]!
  const { contentAdmin } = site.services
  const { published, revision } = (await contentAdmin.find('artist', slug))!
  const data = { ...(published as Record<string, unknown>), image: 'https://pictures.example/a.webp' }
  expect(
    await contentAdmin.publish({ kind: 'artist', key: slug, actor: 'owner@swade.example', revision, data }),
  ).toMatchObject({ ok: true })
  for (const url of pages)
    expect(await policyOf(url), url).toContain("img-src 'self' data: blob: https://pictures.example;")
})

test('over TLS the browser gets HSTS, and pages for developers do not exist', async () => {
  const secure = await buildTestSite({
    pageBuild: loadSourcePages,
    environment: {
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://swade.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      POSTAL_ADDRESS: 'Ferry Street 1, Harbor City',
      OWNER_EMAIL: 'owner@swade.example',
      CASHAPP_TAG: '$SwadeOne',
    },
  })
  onTestFinished(() => secure.close())
  const get = (url: string) => secure.app.inject({ url, headers: { host: '127.0.0.1:3000' } })
  const { statusCode, headers } = await get('/')
  expect([statusCode, headers['strict-transport-security']]).toEqual([200, expect.stringMatching(/max-age=\d{8}/)])
  for (const path of ['/dev/ui', '/dev/outbox', '/dev/station'])
    expect((await get(path)).statusCode, `${path} in production`).toBe(404)
  // Without TLS, this machine gets the same pages without a policy that requires TLS.
  const plain = await site.app.inject({ url: '/dev/ui', headers: { host: '127.0.0.1:3000' } })
  expect([plain.statusCode, plain.headers['strict-transport-security']]).toEqual([200, undefined])
})
