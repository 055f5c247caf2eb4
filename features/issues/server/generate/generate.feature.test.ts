import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FeedFake, startFeedFake } from '#tests/support/feed-fake.ts'
import { type ModelFake, type ModelScript, startModelFake } from '#tests/support/model-fake.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { writeTestIssue } from '#tests/support/test-issues.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import type { GeneratedContent, IssueDetail, IssueListItem, TriggerReply } from '#features/issues/contract.ts'
import { findInFlight } from './queries.ts'
import { createTrigger } from './trigger.ts'

const now = new Date('2026-11-18T12:00:00Z')
const clock = { now: () => now }
const admin = '/api/newsletter/admin'

let feeds: FeedFake
let model: ModelFake
let site: TestSite
let headers: { authorization: string }

beforeAll(async () => {
  ;[feeds, model] = await Promise.all([startFeedFake(), startModelFake()])
  feeds.publish([
    {
      title: 'A choir of machines',
      link: `${feeds.origin}/page?choir`,
      summary: '<p>Twelve models sing in one room.</p>',
      at: new Date('2026-11-17T08:00:00Z'),
    },
    { title: 'Nobody is here any more', link: `${feeds.origin}/gone`, at: new Date('2026-11-17T09:00:00Z') },
    { title: 'Long ago', link: `${feeds.origin}/page?old`, at: new Date('2024-01-01T00:00:00Z') },
  ])
  site = await buildTestSite({
    clock,
    environment: {
      NEWSLETTER_LOCAL_FEEDS: feeds.host,
      POSTAL_ADDRESS: '1 Ferry Street',
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'scribe-1',
      LLM_API_KEY: 'sk-canary-key',
      LLM_BASE_URL: model.baseUrl,
    },
  })
  headers = await editorHeaders(site, 'editor', new Date('2027-01-01'))
  const added = await call('feeds', { url: `${feeds.origin}/feed.xml` })
  if (added.statusCode !== 201) throw new Error(added.body)
})
beforeEach(() => void (model.questions.length = 0))
afterAll(async () => {
  await site.close()
  await Promise.all([feeds.close(), model.close()])
})

const call = (path: string, payload?: object) =>
  site.app.inject({ method: 'POST', url: `${admin}/${path}`, headers, ...(payload ? { payload } : {}) })

async function generate(
  script?: ModelScript | ((records: Told[]) => unknown),
  body?: { issue_id: string },
): Promise<GeneratedContent> {
  if (typeof script === 'function') model.answerWith((question) => ({ write: script(recordsOf(question.text)) }))
  else if (script) model.answerWith(script)
  const reply = await call('generate-content', body)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<GeneratedContent>()
}

type Told = { id: string; kind: string; title: string; facts: string }

/** Extracts the records from the model's prompt. */
function recordsOf(text: string): Told[] {
  const { messages } = JSON.parse(text) as { messages: { role: string; content: string | { text: string }[] }[] }
  const { content } = messages.find(({ role }) => role === 'user')!
  const words = typeof content === 'string' ? content : content.map((part) => part.text).join('')
  return JSON.parse(words.slice(words.indexOf('['))) as Told[]
}

const issueOf = (records: Told[]) => {
  const [book, feed] = [records.find(({ kind }) => kind === 'book')!, records.find(({ kind }) => kind === 'feed')!]
  const platforms = records.filter(({ kind }) => kind === 'platform')
  return {
    title: `Out now: ${book.title}`,
    summary: `${book.title}, and a choir of machines.`,
    preheader: 'Twelve models sing in one room',
    opening: [{ text: 'Twelve models sing in one room.', record_ids: [feed.id] }],
    insights: [
      { title: book.title, description: book.facts, record_id: book.id },
      { title: 'A choir of machines', description: 'Twelve models sing in one room.', record_id: feed.id },
    ],
    tools: platforms.slice(0, 3).map(({ id, title, facts }) => ({ name: title, description: facts, record_id: id })),
  }
}

const everySource = ({ key_insights, freemium_tools, featured_sources }: GeneratedContent) => [
  ...key_insights.map(({ source }) => source),
  ...freemium_tools.map(({ source }) => source),
  ...featured_sources,
]

/** Returns the kinds of records that the features provide now. */
async function siteKinds({ collect }: TestSite): Promise<string[]> {
  const now = clock.now()
  const lists = await Promise.all(
    collect('newsletterRecords').map(async (source) => source.list(new Date(now.getTime() - 7 * 24 * 3_600_000), now)),
  )
  return lists.flat().map(({ kind }) => kind)
}

test('a model’s issue cites real records, and every link comes from them', async () => {
  const made = await generate(issueOf)
  expect(made).toMatchObject({ title: expect.stringMatching(/^Out now: /), written_by: 'the model scribe-1' })
  expect(made.key_insights[1]).toMatchObject({
    title: 'A choir of machines',
    source: { url: `${feeds.origin}/page?choir` },
  })
  expect(made.freemium_tools).toHaveLength(3)
  expect(made.html_content).toMatch(
    /^<p>Twelve models sing in one room\. \(<a href="http:[^"<>]+">A choir of machines \(Field notes\)<\/a>\)<\/p>$/,
  )
  for (const { url } of everySource(made)) expect(url).toMatch(/^http:\/\/(localhost:3000|127\.0\.0\.1:\d+)\//)
  const sentRecords = recordsOf(model.questions[0]!.text)
  expect(new Set(sentRecords.map(({ kind }) => kind))).toEqual(new Set([...(await siteKinds(site)), 'feed']))
  expect(sentRecords.map(({ title }) => title)).not.toContain('Long ago')
})

test('a feed item with a dead link is skipped, and the note mentions it', async () => {
  const made = await generate(issueOf)
  expect(recordsOf(model.questions[0]!.text).map(({ title }) => title)).not.toContain('Nobody is here any more')
  expect(made.note).toBe('Left out because the link cannot be reached: “Nobody is here any more.”')
})

test('statements without a valid citation or with an unsupported number are removed and named', async () => {
  const made = await generate((records) => {
    const issue = issueOf(records)
    const { record_id } = issue.insights[0]!
    const extra = [
      {
        title: 'Ten million listeners',
        description: 'They all came.',
        record_id: issue.insights[1]!.record_id.replace(/\d+/, '999'),
      },
      { title: 'From nowhere', description: 'It just is.', record_id: '' },
    ]
    const invented = { title: 'It sold 5,000 copies', description: 'In a day.', record_id }
    return {
      ...issue,
      title: 'Swade wins a Grammy',
      insights: [...issue.insights, ...extra],
      tools: [...issue.tools, { name: 'x', ...invented }],
    }
  })
  expect(made.key_insights.map(({ title }) => title)).toHaveLength(2)
  expect(JSON.stringify({ ...made, note: '' })).not.toMatch(/Grammy|million|5,000|From nowhere/)
  expect(made.note).toMatch(/Ten million listeners.*unknown source.*From nowhere.*cites no source.*Grammy/s)
})

test.each([
  [{ write: 'I am a teapot.' }, 'requested format'],
  [{ write: { title: 'An issue' } }, 'requested format'],
  [{ fault: 'refuse' }, 'the API key was rejected'],
  [{ fault: 'server-error' }, 'status 500'],
  [{ fault: 'no-json' }, 'could not be read'],
] as const)(
  'when the model returns %o, the template writer takes over, and the note says so',
  async (script, why) => {
    const made = await generate(script)
    expect(made.written_by).toBe('our software, from a template')
    expect(made.note).toMatch(/^Written from a template because/)
    expect(made.note).toContain(why)
    expect(made.note).not.toContain('sk-canary')
    expect([made.key_insights.length >= 3, made.freemium_tools.length]).toEqual([true, 3])
  },
  30_000,
)

test('a mostly invented issue is rejected', async () => {
  const made = await generate((records) => ({
    ...issueOf(records),
    insights: [{ title: 'It sold 5,000 copies', description: 'In a day.', record_id: 'r1' }],
  }))
  expect(made.written_by).toBe('our software, from a template')
  expect(made.note).toMatch(/support too little.*5,000/s)
})

test('hostile text of a model or a feed stays text', async () => {
  const made = await generate((records) => {
    const issue = issueOf(records)
    return {
      ...issue,
      opening: [
        { text: '<img src=x onerror=alert(1)> hello', record_ids: ['r1'] },
        { text: 'It is 1 < 2 & fine', record_ids: ['r1'] },
      ],
    }
  })
  expect(made.html_content).not.toMatch(/<(?!\/?(p|a)\b)/)
})

test('without a model the template writer writes, with a source for every claim', async () => {
  const plain = await buildTestSite({ clock })
  try {
    const own = await editorHeaders(plain, 'editor', new Date('2027-01-01'))
    const reply = await plain.app.inject({ method: 'POST', url: `${admin}/generate-content`, headers: own })
    const made = reply.json<GeneratedContent>()
    expect(made).toMatchObject({ written_by: 'our software, from a template', note: '' })
    expect(made.title).toMatch(/^New in the library: /)
    // An old story is quoted, so that it does not read like news.
    expect(made.html_content).toMatch(/^<p>From the founder’s journey, [\d-]+[^:]*, “[^”]+”: “[^”]+” \(<a /)
    const book = made.key_insights.find(({ source }) => source.url.includes('/book/'))!
    expect(book.description).toMatch(
      /^“[^”]+: [^”]+” by Swade was published on [^.]+\. It has \d+ pages and [^:]+\. From/,
    )
    expect(made.title).toBe(`New in the library: ${book.source.title}`)
    expect(everySource(made).every(({ title, url }) => title !== '' && url.startsWith('http://localhost:3000/'))).toBe(
      true,
    )
  } finally {
    await plain.close()
  }
})

/** Saves generated drafts, and deletes them after the test. */
async function withDrafts(run: (save: (title: string) => Promise<string>) => Promise<void>): Promise<void> {
  const saved: string[] = []
  try {
    await run(async (title) => {
      const { newsletter } = (await call('newsletters', { title })).json<{ newsletter: IssueDetail }>()
      saved.push(newsletter.id)
      return newsletter.id
    })
  } finally {
    await site.database.pool.query('delete from newsletter_issues where id = any($1)', [saved])
  }
}

test('the template writer uses the title of no other issue, and that of a draft again for this draft', () =>
  withDrafts(async (save) => {
    const { title } = await generate({ fault: 'server-error' })
    const id = await save(title)
    const second = await generate()
    expect(second.title).not.toBe(title)
    expect(second.title).toBe(second.key_insights[0]?.title)
    expect((await generate(undefined, { issue_id: id })).title).toBe(title)
    for (const insight of second.key_insights) await save(insight.title)
    expect((await generate()).title).toBe(`${title} (November 18, 2026)`)
    await save(`${title} (November 18, 2026)`)
    expect((await generate()).title).toBe(`${title} (November 18, 2026, no. 2)`)
  }))

test('a model’s used title is replaced by an insight’s, which the preheader then does not repeat', () =>
  withDrafts(async (save) => {
    const withoutPreheader = (records: Told[]) => ({ ...issueOf(records), preheader: '' })
    const first = await generate(withoutPreheader)
    const [book, feed] = first.key_insights.map(({ title }) => title)
    expect(first.preheader).toBe(`${book} · ${feed}`)
    const id = await save(first.title)
    expect(await generate()).toMatchObject({ title: book, preheader: feed })
    expect(await generate(undefined, { issue_id: id })).toMatchObject({ title: first.title })
    await save(book!)
    expect(await generate()).toMatchObject({ title: feed, preheader: book })
    await save(feed!)
    expect(await generate()).toMatchObject({ title: `${first.title} (November 18, 2026)` })
  }))

test('a viewer cannot generate or trigger', async () => {
  const viewer = await editorHeaders(site, 'viewer', new Date('2027-01-01'))
  for (const path of ['generate-content', 'trigger-newsletter', 'feeds'])
    expect((await site.app.inject({ method: 'POST', url: `${admin}/${path}`, headers: viewer })).statusCode, path).toBe(
      403,
    )
})

test('triggering rejects an issue with a dead link, names it and saves a draft', async () => {
  await site.database.pool.query(
    "insert into newsletter_feed_items (feed_id, guid, title, url, published_at) select id, 'late', 'Late', $1, $2 from newsletter_feeds",
    [`${feeds.origin}/page?late`, now],
  )
  model.answerWith({ fault: 'server-error' })
  // The page exists when the issue is generated, and is gone at the check.
  let requestCount = 0
  feeds.answerPage((url) => (url.includes('late') && ++requestCount > 1 ? 404 : 200))
  const refused = await call('trigger-newsletter')
  feeds.answerPage(() => 200)
  expect(refused.statusCode).toBe(400)
  expect(refused.json<{ detail: string }>().detail).toMatch(
    new RegExp(`not sent.*${feeds.host}/page\\?late.*saved as the draft`, 's'),
  )
  const { items } = (await site.app.inject({ url: `${admin}/newsletters`, headers })).json<{ items: IssueListItem[] }>()
  expect(items.map(({ status }) => status)).toEqual(['draft'])
}, 30_000)

test('an issue whose editor disconnects during the link check stays a draft', async () => {
  const gone = new AbortController()
  const scheduled: string[] = []
  const trigger = createTrigger({
    db: site.database.db,
    clock,
    triggerLock: createRateLimit({ pool: site.database.pool, name: 'a-press', points: 1, durationSeconds: 300 }),
    generator: {
      generate: async () => ({ title: 'An issue', note: '', key_insights: [] }) as unknown as GeneratedContent,
    },
    issues: {
      create: async ({ title }) => ({ id: 'a-draft', title }) as IssueDetail,
      async check() {
        gone.abort()
        return { at: now.toISOString(), version: 1, htmlBytes: 1000, problems: [] }
      },
    },
    async schedule(id) {
      scheduled.push(id)
      throw new Error('nobody is there to take it back')
    },
  })
  await expect(trigger('editor@example.com', gone.signal)).rejects.toMatchObject({ code: 'conflict' })
  expect(scheduled).toEqual([])
})

test('an issue that is only retrying full mailboxes does not block the next one', async () => {
  const underWay = () =>
    findInFlight(site.database.db, new Date(now.getTime() - 600_000), new Date(now.getTime() + 600_000))
  const id = await writeTestIssue(site.database, { slug: 'nearly-sent', status: 'sending' })
  expect(await underWay()).toEqual({ title: 'nearly-sent', isSending: true })
  await site.database.pool.query('update newsletter_issues set sent_at = now() where id = $1', [id])
  expect(await underWay()).toBeUndefined()
  await site.database.pool.query('delete from newsletter_issues where id = $1', [id])
})

test('of many concurrent triggers one sends an issue, with the note about its author', async () => {
  const replies = await Promise.all(Array.from({ length: 4 }, () => call('trigger-newsletter')))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
  const reply = replies.find(({ statusCode }) => statusCode === 200)!.json<TriggerReply>()
  expect(reply.message).toMatch(/^Newsletter scheduled for sending!\nWritten from a template because/)
  expect(new Date(reply.due_at).getTime() - now.getTime()).toBe(60_000)
  expect(reply.newsletter).toMatchObject({ status: 'scheduled', is_undoable: true })
  const again = await call('trigger-newsletter')
  expect(again.json<{ detail: string }>().detail).toMatch(
    / is about to be sent\. Wait until it has been sent, or unschedule it, then try again\.$/,
  )
  const id = await writeTestIssue(site.database, { slug: 'on-its-way', status: 'sending' })
  const later = await call('trigger-newsletter')
  expect(later.json<{ detail: string }>().detail).toBe('“on-its-way” is being sent. Try again when it has been sent.')
  await site.database.pool.query('delete from newsletter_issues where id = $1', [id])
}, 30_000)
