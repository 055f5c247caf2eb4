import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { writeTestIssue } from '#tests/support/test-issues.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { endpoints } from './endpoints.ts'
import { issueSchema, problemSchema } from './schemas.ts'

const origin = 'https://swade.example'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ environment: { PUBLIC_ORIGIN: origin }, tuning: { developers: { limit: generous } } })
})
afterAll(() => site.close())

const generous = { requests: 10_000, windowSeconds: 60 }
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })

test('the OpenAPI document is valid OpenAPI 3.1 and documents every endpoint', async () => {
  const reply = await get('/api/v1/openapi.json')
  const { valid, errors } = await new Validator().validate(reply.json())
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  const { openapi, paths, servers } = reply.json()
  expect(openapi).toMatch(/^3\.1\./)
  expect(servers).toEqual([{ url: `${origin}/api/v1` }])
  expect(Object.keys(paths)).toEqual(endpoints.map(({ path }) => path))
  const [byId] = paths['/artists/{slug}'].get.parameters
  expect(byId).toEqual({ name: 'slug', in: 'path', required: true, schema: { type: 'string' } })
  // The document contains sentences, never their keys.
  for (const path of Object.values<{ get: { summary: string } }>(paths)) expect(path.get.summary).toMatch(/^[A-Z].*\.$/)
})

test('all references in the document can be resolved', async () => {
  const document = (await get('/api/v1/openapi.json')).json()
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
  expect(references.length).toBeGreaterThan(20)
  for (const path of references)
    expect(
      path.split('/').reduce((at, key) => at?.[key], document),
      path,
    ).toBeTypeOf('object')
})

test.each(['en', 'es'])('every response matches its schema, in %s', async (lang) => {
  for (const { id, path, query, reply: schema, exampleName } of endpoints) {
    const name = exampleName?.(site.services)
    // No issue has been sent on this site.
    if (path.includes('{') && name === undefined) {
      expect(id).toBe('getIssue')
      continue
    }
    const suffix = 'lang' in query.shape ? `?lang=${lang}` : ''
    const reply = await get(`/api/v1${path.replace(/\{\w+\}/, name ?? '')}${suffix}`)
    expect(reply.statusCode, id).toBe(200)
    expect(reply.headers, id).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': expect.stringMatching(/^public, max-age=\d+$/),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'etag': expect.stringMatching(/^".+"$/),
      'ratelimit-policy': '"default";q=10000;w=60',
      'ratelimit': expect.stringMatching(/^"default";r=\d+;t=\d+$/),
    })
    expect(reply.headers['set-cookie'], id).toBeUndefined()
    const { error } = schema.safeParse(reply.json())
    expect(error?.issues ?? [], id).toEqual([])
  }
})

test('lists contain the published data of the site, and link to the next page', async () => {
  const first = (await get('/api/v1/artists?limit=4')).json()
  expect([first.data.length, first.total, first.next]).toEqual([4, 11, `${origin}/api/v1/artists?limit=4&offset=4`])
  const second = (await get('/api/v1/artists?limit=4&offset=4')).json()
  const third = (await get(second.next.slice(origin.length))).json()
  expect([third.data.length, third.next]).toEqual([3, null])
  const slugs = [first, second, third].flatMap(({ data }) => data.map(({ slug }: { slug: string }) => slug))
  expect(slugs).toEqual(site.services.artists.list().map(({ slug }) => slug))
  const books = (await get('/api/v1/books')).json()
  expect(books.data.map(({ price }: { price: { amountCents: number } }) => price.amountCents).toSorted()).toEqual([
    0, 999, 999, 999, 999, 999,
  ])
  expect((await get('/api/v1/tracks?offset=999')).json()).toMatchObject({ data: [], next: null })
})

test('a sent issue can be read whole', async () => {
  await writeTestIssue(site.database, { slug: 'the-first', title: 'The first', sentAt: '2026-11-13T14:02:00Z' })
  await site.issues.archive.checkNow()
  expect((await get('/api/v1/issues')).json()).toMatchObject({ total: 1, data: [{ slug: 'the-first', number: 1 }] })
  const issue = issueSchema.parse((await get('/api/v1/issues/the-first')).json())
  expect(issue).toMatchObject({ title: 'The first', url: `${origin}/newsletter/the-first` })
  expect(issue.insights.map(({ title }) => title)).toEqual(['A fact'])
})

test('texts are in Spanish on request, and a track can be played from its address', async () => {
  const { slug } = site.services.artists.list()[0]!
  const [english, spanish] = await Promise.all(
    ['', '?lang=es'].map(async (query) => (await get(`/api/v1/artists/${slug}${query}`)).json()),
  )
  expect(spanish.name).toBe(english.name)
  expect(spanish.tagline).not.toBe(english.tagline)
  const track = (await get(`/api/v1/tracks/${english.featuredTrackId}`)).json()
  expect(track.isAiGenerated).toBe(true)
  const sound = await site.app.inject({ url: new URL(track.audioUrl).pathname, method: 'HEAD' })
  expect([sound.statusCode, sound.headers['content-type']]).toEqual([200, 'audio/mpeg'])
  expect((await get(new URL(track.embedUrl).pathname)).statusCode).toBe(200)
})

test('events are upcoming by default, and past or all on request', async () => {
  const [upcoming, past, all] = await Promise.all(
    ['', '&when=past', '&when=all'].map(async (query) => (await get(`/api/v1/events?limit=100${query}`)).json()),
  )
  expect(upcoming.total + past.total).toBe(all.total)
  expect(all.total).toBeGreaterThan(0)
  for (const { endsAt } of upcoming.data) expect(Date.parse(endsAt)).toBeGreaterThan(Date.now() - 60_000)
  for (const { calendarUrl } of all.data.slice(0, 2))
    expect((await get(new URL(calendarUrl).pathname)).body).toMatch(/^BEGIN:VCALENDAR/)
})

test('a client with the current response gets 304, HEAD has no body, and other methods are rejected', async () => {
  const { headers } = await get('/api/v1/books')
  const again = await get('/api/v1/books', { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(again.headers['access-control-allow-origin']).toBe('*')
  const head = await site.app.inject({ url: '/api/v1/books', method: 'HEAD' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const preflight = await site.app.inject({
    url: '/api/v1/books',
    method: 'OPTIONS',
    headers: { 'origin': 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD'])
  const post = await site.app.inject({ url: '/api/v1/books', method: 'POST', payload: { title: 'x' } })
  expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(post.headers['content-type']).toBe('application/problem+json; charset=utf-8')
})

test.each([
  ['/api/v1/artists?limit=0', 400, /limit/],
  ['/api/v1/artists?limit=101', 400, /limit/],
  ['/api/v1/artists?limit=ten', 400, /^limit must be a number\.$/],
  ['/api/v1/artists?limit=5&limit=6', 400, /limit/],
  ['/api/v1/artists?offset=-1', 400, /offset/],
  ['/api/v1/artists?lang=fr', 400, /lang/],
  ['/api/v1/artists?page=2', 400, /page/],
  ['/api/v1/events?when=tomorrow', 400, /when/],
  ['/api/v1/now-playing?x=1', 400, /^The request must not contain x\.$/],
  ['/api/v1/artists/nobody-swade', 404, /^No entry has this ID/],
  ['/api/v1/artists/%E0%A4%A', 400, /./],
  ['/api/v1/tracks/track:nobody-swade', 404, /^No entry has this ID/],
  ['/api/v1/books/__proto__', 404, /^No entry has this ID/],
  ['/api/v1/issues/never-sent', 404, /^No entry has this ID/],
  ['/api/v1/nothing', 404, /./],
])('GET %s is a problem document with status %i that names the problem', async (url, status, detail) => {
  const reply = await get(url)
  expect(reply.statusCode).toBe(status)
  // An address that cannot be decoded matches no route.
  if (url.includes('%')) return
  expect(reply.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  })
  const problem = problemSchema.parse(reply.json())
  expect(problem).toMatchObject({ status, detail: expect.stringMatching(detail) })
  expect(problem.type).toBe(`${origin}/developers#error-${problem.code}`)
})

test('an address over its limit is asked to retry later, and others are not affected', async () => {
  const limited = await buildTestSite({ tuning: { developers: { limit: { requests: 3, windowSeconds: 60 } } } })
  onTestFinished(() => limited.close())
  const ask = (remoteAddress: string, headers = {}) =>
    limited.app.inject({ url: '/api/v1/artists', remoteAddress, headers })
  const replies = []
  for (let index = 0; index < 4; index += 1)
    replies.push(await ask('203.0.113.7', { 'x-forwarded-for': `198.51.100.${index}` }))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
  expect(replies[2]!.headers['ratelimit']).toMatch(/^"default";r=0;t=/)
  const { headers, body } = replies[3]!
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(problemSchema.parse(JSON.parse(body)).code).toBe('too-many-requests')
  expect((await ask('203.0.113.8')).statusCode).toBe(200)
  // One subscriber has a whole /64 network.
  for (const last of [1, 2, 3]) expect((await ask(`2001:db8::${last}`)).statusCode).toBe(200)
  expect((await ask('2001:db8::ffff')).statusCode).toBe(429)
})
