import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesEndpoint, type PersonaAnswer } from '#features/voice/contract.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

// Untyped, because the tests write invalid entries on purpose.
// oxlint-disable-next-line typescript/no-explicit-any
type Entry = Record<string, any>

const actor = 'owner@swade.example'
let site: TestSite
beforeAll(async () => void (site = await buildTestSite({ pageBuild: loadPageHandles })))
afterAll(() => site.close())

async function publish(kind: string, key: string, change: (data: Entry) => void) {
  const entry = await site.services.contentAdmin.find(kind, key)
  if (!entry) throw new Error(`there is no ${kind} ${key}`)
  const data = structuredClone((entry.draft?.data ?? entry.published) as Entry)
  change(data)
  return site.services.contentAdmin.publish({ kind, key, actor, revision: entry.revision, data })
}

test('the journey provides its page, its entries, and artwork for each milestone and era', async () => {
  expect((await site.app.inject('/sitemap.xml')).body).toContain('/journey</loc>')
  expect((await site.app.inject('/llms.txt')).body).toContain('Forty years, eight milestones.')
  const kinds = (await site.services.contentAdmin.overview()).map(({ kind }) => kind)
  expect(kinds.filter((kind) => ['milestone', 'era', 'journey'].includes(kind))).toEqual([
    'milestone',
    'era',
    'journey',
  ])
  for (const name of ['journey', 'first-record', 'era-1983-1993'])
    expect((await site.app.inject(`/figures/v2/${name}.square.160.webp`)).statusCode, name).toBe(200)
  expect((await site.app.inject('/share/page/journey.png')).statusCode).toBe(200)
})

test('any site may read the feed, with CORS preflight', async () => {
  const { headers } = await site.app.inject('/journey/feed.xml')
  expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' })
  const preflight = { 'origin': 'https://elsewhere.example', 'access-control-request-method': 'GET' }
  expect((await site.app.inject({ url: '/journey/feed.xml', method: 'OPTIONS', headers: preflight })).statusCode).toBe(
    204,
  )
})

test('a newsletter gets two milestones a week, different ones each week', async () => {
  const source = site.journey.newsletterRecords
  const records = source.list(new Date(0), new Date())
  expect(records).toHaveLength(8)
  expect(source).toMatchObject({ max: 2, rotates: true })
  expect(new Set(records.map(({ path }) => path))).toEqual(new Set(['/journey']))
})

test.each([
  ['journey', 'page', (data: Entry) => (data.platforms[3].id = 'nowhere'), 'platforms.3.id'],
  ['journey', 'page', (data: Entry) => data.platforms.pop(), 'platforms'],
  ['milestone', 'night-desk', (data: Entry) => (data.colour = 360), 'colour'],
  ['era', '1983-1993', (data: Entry) => (data.title = ' '), 'title'],
])('%s %s is rejected at its field %#', async (kind, key, change, path) => {
  const outcome = await publish(kind, key, change)
  if (outcome.ok || outcome.reason !== 'problems') throw new Error(`expected problems: ${JSON.stringify(outcome)}`)
  expect(outcome.problems.map((problem) => problem.path)).toContain(path)
})

test('an edit is shown at once, and no form changes the period of an era', async () => {
  expect(await publish('milestone', 'first-record', (data) => (data.title = 'One'))).toEqual({ ok: true })
  expect(site.services.journey.milestones()[0]?.title).toBe('One')
  expect(
    await publish('era', '2020-present', (data) => Object.assign(data, { period: 'other', title: '<b>Now</b>' })),
  ).toEqual({
    ok: true,
  })
  expect(site.services.journey.eras().at(-1)).toMatchObject({ period: '2020-present', title: '<b>Now</b>' })
  expect(site.services.journey.eras()).toHaveLength(4)
})

test('milestones and eras cannot be added or removed', async () => {
  const { contentAdmin } = site.services
  for (const [kind, key] of [
    ['milestone', 'first-record'],
    ['era', '1983-1993'],
  ] as const)
    await expect(contentAdmin.remove({ kind, key, actor, revision: undefined })).rejects.toMatchObject({
      code: 'not-found',
    })
  await expect(
    contentAdmin.publish({ kind: 'milestone', key: 'ninth', actor, revision: undefined, data: {} }),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
})

async function askPersona(text: string): Promise<PersonaAnswer> {
  const answer = await site.app.inject({
    method: 'POST',
    url: messagesEndpoint.path,
    payload: { artist: 'nova-swade', text },
  })
  return answer.json<PersonaAnswer>()
}

test.each([
  ['Who is Swade?', 'The journey', 'Swade grew up four streets from a harbor'],
  ['who is the founder?', 'The journey', 'Swade grew up four streets from a harbor'],
  ['what prizes has Swade won?', 'The journey', 'Demo Night, First Prize 1985'],
  ['What happened in 1991?', 'The journey, 1991', 'Midnight to six, two turntables'],
  ['tell me about the night desk', 'The journey, 1991', 'Midnight to six, two turntables'],
  ['Is there a Hammond organ?', 'The journey, 1993-2000', 'a Hammond organ nobody could get out again'],
  ['who founded this label?', 'The journey', 'Swade grew up four streets from a harbor'],
  ['What is the founder’s name?', 'The journey', 'Swade grew up four streets from a harbor'],
  ['has the founder won any awards?', 'The journey', 'Demo Night, First Prize 1985'],
  ['tell me about the harbor', 'The journey, 1991', 'Midnight to six'],
  ['when was the first record made?', 'The journey', '1983'],
  ['when did the night desk begin?', 'The journey, 1991', '1991'],
])('the persona answers “%s” from %s', async (question, source, words) => {
  const { isKnown, sources, text } = await askPersona(question)
  expect({ isKnown, source: sources[0]?.label }, text).toEqual({ isKnown: true, source })
  expect(text.replaceAll("'", '’')).toContain(words)
})

test('an answer from the journey contains its year once', async () => {
  expect((await askPersona('tell me about the website that sang')).text).toMatch(
    /^1998, “The website that sang at people”: (?!1998)/,
  )
})

test("the founder's awards are not attributed to an artist", async () => {
  for (const question of [
    'what awards did Nova win',
    'has Nova won any awards?',
    'has she won any awards',
    'what prizes did Kairo get?',
    'your medals',
  ])
    expect(await askPersona(question), question).toMatchObject({
      isKnown: false,
      sources: [{ href: '/journey' }],
      actions: [{ href: '/journey' }],
    })
})
