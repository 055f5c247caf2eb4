import { expect, onTestFinished, test } from 'vitest'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite } from '#tests/support/test-site.ts'

async function siteOf(ROLE: string) {
  const site = await buildTestSite({ environment: { ROLE }, pageBuild: loadPageHandles })
  onTestFinished(() => site.close())
  return (url: string, method: 'GET' | 'POST' = 'GET') => site.app.inject({ method, url })
}

const monitoring = ['/healthz', '/readyz', '/metrics', '/healthz?from=probe']
const others = ['/', '/es', '/admin', '/api/', '/api/owner/codes', '/books', '/sitemap.xml', '/robots.txt', '/nowhere']

test('a worker serves monitoring only and names the roles that serve the rest', async () => {
  const request = await siteOf('worker')
  for (const url of monitoring) expect((await request(url)).statusCode, url).toBe(200)
  for (const url of [...others, '/radio/stream.mp3', '/api/radio/now-playing']) {
    const answer = await request(url)
    expect(answer.statusCode, url).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not-found', detail: expect.stringContaining('ROLE=worker') as string })
  }
  expect((await request('/api/newsletter/subscribe', 'POST')).statusCode).toBe(404)
})

test('a station also serves its stream', async () => {
  const request = await siteOf('station')
  for (const url of monitoring) expect((await request(url)).statusCode, url).toBe(200)
  // The station of a site that does not run is off air.
  expect((await request('/radio/stream.mp3')).statusCode).toBe(503)
  for (const url of others) expect((await request(url)).statusCode, url).toBe(404)
})

test.each(['web', 'all'])('a process with the role %s serves the site', async (role) => {
  const request = await siteOf(role)
  for (const url of [...monitoring, '/api/', '/robots.txt', '/api/radio/now-playing'])
    expect((await request(url)).statusCode, url).toBe(200)
})
