import { parseRssFeed } from 'feedsmith'
import { silentChanges } from '#platform/database/test-changes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PageCache, preparePage } from '#server/page-cache.ts'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { writeTestIssue } from '#tests/support/test-issues.ts'

let site: TestSite
const cache = new PageCache()
beforeAll(async () => {
  site = await buildTestSite({ cache, pageBuild: loadPageHandles })
})
afterAll(() => site.close())

test('the archive lists only sent issues', async () => {
  for (const status of ['draft', 'scheduled', 'sending', 'paused', 'failed'] as const)
    await writeTestIssue(site.database, { slug: `not-${status}`, status })
  await site.issues.archive.checkNow()
  expect(site.services.issueArchive.list()).toEqual([])
  for (const status of ['draft', 'scheduled', 'sending', 'paused', 'failed']) {
    expect(site.services.issueArchive.find(`not-${status}`)).toBeUndefined()
    expect(await site.services.issueArchive.read(`not-${status}`)).toBeUndefined()
    expect((await site.app.inject(`/share/letter/not-${status}.png`)).statusCode).toBe(404)
  }
  expect((await site.app.inject('/newsletter/feed.xml')).body).not.toContain('not-')
  expect((await site.app.inject('/sitemap.xml')).body).not.toContain('not-')
})

test('a sent issue appears with its number, and cached pages are cleared', async () => {
  const page = () => preparePage(200, {}, Buffer.from('before'))
  await cache.get('/newsletter', page)
  await site.issues.archive.checkNow()
  expect(cache.find('/newsletter')).toBeDefined()
  await writeTestIssue(site.database, { slug: 'the-first', title: 'The first', sentAt: '2026-11-13T14:02:00Z' })
  await writeTestIssue(site.database, { slug: 'the-second', title: 'Second & <last>', sentAt: '2026-11-20T14:02:00Z' })
  await site.issues.archive.checkNow()
  expect(cache.find('/newsletter')).toBeUndefined()
  expect(site.services.issueArchive.list().map(({ slug, number }) => [slug, number])).toEqual([
    ['the-second', 2],
    ['the-first', 1],
  ])
  const issue = await site.services.issueArchive.read('the-first')
  expect(issue).toMatchObject({ title: 'The first', number: 1, newer: { slug: 'the-second' }, older: undefined })
  expect(issue?.html).not.toMatch(/\{\{|script/)
  expect(issue?.insights.map(({ title }) => title)).toEqual(['A fact'])
})

test('another process finds a sent issue at its next check', async () => {
  const other = new PageCache()
  let notifications = 0
  const { createArchive } = await import('./archive.ts')
  const archive = createArchive({
    db: site.database.db,
    config: { origin: 'http://localhost:3000' } as never,
    changes: silentChanges,
  })
  archive.onChange(() => {
    notifications += 1
    other.clear()
  })
  await archive.checkNow()
  await archive.checkNow()
  expect(notifications).toBe(1)
  expect(archive.find('the-second')?.title).toBe('Second & <last>')
})

test('an issue with resent deliveries keeps its position', async () => {
  await site.database.pool.query(
    `update newsletter_issues set status = 'sending', updated_at = now() where slug = 'the-first'`,
  )
  await site.issues.archive.checkNow()
  expect(site.services.issueArchive.find('the-first')).toBeDefined()
})

test('the page of an issue exists from its first delivery, but is listed only after its last one', async () => {
  await writeTestIssue(site.database, { slug: 'on-its-way', status: 'sending' })
  const set = async (change: string) => {
    await site.database.pool.query(
      `update newsletter_issues set ${change}, updated_at = now() where slug = 'on-its-way'`,
    )
    await site.issues.archive.checkNow()
  }
  const figure = async () => (await site.app.inject('/figures/v2/on-its-way.square.160.webp')).statusCode
  await set(`started_at = '2026-11-27T14:00:00Z'`)
  const issue = await site.services.issueArchive.read('on-its-way')
  expect(issue).toMatchObject({
    number: 3,
    sentAt: '2026-11-27T14:00:00.000Z',
    newer: undefined,
    older: { slug: 'the-second' },
  })
  expect(await figure()).toBe(200)
  expect(site.services.issueArchive.list().map(({ slug }) => slug)).toEqual(['the-second', 'the-first'])
  for (const url of ['/newsletter/feed.xml', '/sitemap.xml', '/llms.txt'])
    expect((await site.app.inject(url)).body).not.toContain('on-its-way')
  await set(`status = 'paused'`)
  expect(site.services.issueArchive.find('on-its-way')).toBeDefined()
  for (const change of [`status = 'failed', cancelled_at = now()`, `status = 'sending'`]) {
    await set(change)
    expect(site.services.issueArchive.find('on-its-way')).toBeUndefined()
    expect(await site.services.issueArchive.read('on-its-way')).toBeUndefined()
  }
  await site.database.pool.query(`delete from newsletter_issues where slug = 'on-its-way'`)
  await site.issues.archive.checkNow()
})

test.each(['sent', 'uncertain'])(
  'a canceled issue keeps its page for recipients with state %s, unlisted and without a number',
  async (state) => {
    const ids = [await writeTestIssue(site.database, { slug: 'called-off', status: 'failed' })]
    await site.database.pool.query(
      `with copy as (insert into newsletter_deliveries (issue_id, email, state, due_at) values ($1, 'a@example.com', '${state}', now()))
     update newsletter_issues set started_at = '2026-11-27T14:00:00Z', cancelled_at = now() where id = $1`,
      ids,
    )
    ids.push(await writeTestIssue(site.database, { slug: 'the-next', status: 'sending' }))
    await site.database.pool.query(
      `update newsletter_issues set started_at = '2026-12-04T14:00:00Z' where slug = 'the-next'`,
    )
    await site.issues.archive.checkNow()
    const { issueArchive } = site.services
    expect(await issueArchive.read('called-off')).toMatchObject({
      number: 0,
      older: { slug: 'the-second' },
      newer: undefined,
    })
    expect(issueArchive.find('the-next')).toMatchObject({ number: 3 })
    expect(issueArchive.list().map(({ number }) => number)).toEqual([2, 1])
    for (const url of ['/newsletter/feed.xml', '/sitemap.xml', '/llms.txt'])
      expect((await site.app.inject(url)).body).not.toContain('called-off')
    expect((await site.app.inject('/share/letter/called-off.png')).statusCode).toBe(200)
    await site.database.pool.query(`delete from newsletter_issues where id = any($1)`, [ids])
    await site.issues.archive.checkNow()
  },
)

test('the feed is valid RSS 2.0 with dates, permanent links and whole issues, without personal data', async () => {
  const reply = await site.app.inject('/newsletter/feed.xml')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  const feed = parseRssFeed(reply.body)
  expect(feed).toMatchObject({
    title: 'Swade: the Friday newsletter',
    link: 'http://localhost:3000/newsletter',
    language: 'en',
    atom: { links: [{ href: 'http://localhost:3000/newsletter/feed.xml', rel: 'self', type: 'application/rss+xml' }] },
  })
  expect(feed.items?.map(({ title, link, guid, pubDate }) => ({ title, link, guid, pubDate }))).toEqual([
    {
      title: 'Second & <last>',
      link: 'http://localhost:3000/newsletter/the-second',
      guid: { value: 'http://localhost:3000/newsletter/the-second', isPermaLink: true },
      pubDate: 'Fri, 20 Nov 2026 14:02:00 GMT',
    },
    {
      title: 'The first',
      link: 'http://localhost:3000/newsletter/the-first',
      guid: { value: 'http://localhost:3000/newsletter/the-first', isPermaLink: true },
      pubDate: 'Fri, 13 Nov 2026 14:02:00 GMT',
    },
  ])
  const whole = feed.items?.[1]?.content?.encoded ?? ''
  expect(whole).toContain('<a href="http://localhost:3000/books">')
  expect(whole).toContain('<strong>A fact</strong>')
  expect(whole).not.toMatch(/\{\{|<script|href="\//)
  expect(reply.body).not.toMatch(/>\s+<!\[CDATA\[/)

  const again = await site.app.inject({
    url: '/newsletter/feed.xml',
    headers: { 'if-none-match': String(reply.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('issues are in the sitemap, in llms.txt and have share images', async () => {
  expect((await site.app.inject('/sitemap.xml')).body).toContain(
    '<url><loc>http://localhost:3000/newsletter/the-second</loc><lastmod>2026-11-20T14:02:00.000Z</lastmod><xhtml:link ',
  )
  expect((await site.app.inject('/llms.txt')).body).toContain('[The first](http://localhost:3000/newsletter/the-first)')
  expect((await site.app.inject('/robots.txt')).body).toContain('Disallow: /newsletter/preferences/')
  expect((await site.app.inject('/share/letter/the-first.png')).headers['content-type']).toBe('image/png')
  expect((await site.app.inject('/figures/v2/the-first.square.160.webp')).statusCode).toBe(200)
  expect((await site.app.inject('/figures/v2/the-first-made-up.square.160.webp')).statusCode).toBe(404)
})
