import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashValue } from '#platform/secrets.ts'
import { editorEmail, editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { IssueCheck, IssueDetail, IssueList, IssuePreview } from '#features/issues/contract.ts'
import { hostileHtml } from './test-hostile-html.ts'

let site: TestSite
let headers: { authorization: string }
let outside: Server
let out: string

beforeAll(async () => {
  outside = createServer((request, response) => {
    // `/302-404` redirects to `/404`.
    const [status, next] = (request.url ?? '').slice(1).split('-')
    response.statusCode = Number(status) || 200
    if (next) response.setHeader('location', `/${next}`)
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((done) => outside.once('listening', done))
  const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`
  out = `http://${host}`
  site = await buildTestSite({ environment: { NEWSLETTER_LOCAL_FEEDS: host } })
  headers = await editorHeaders(site, 'editor')
})
afterAll(async () => {
  outside.close()
  await site.close()
})

const root = '/api/newsletter/admin/newsletters'
async function call<Reply = IssueDetail>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  payload?: object,
): Promise<{ status: number; body: Reply & { detail: string; message: string } }> {
  const answer = await site.app.inject({ method, url: root + path, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}
async function create(payload: object): Promise<IssueDetail> {
  const { status, body } = await call<{ newsletter: IssueDetail }>('POST', '', payload)
  expect([status, body.message]).toEqual([201, 'Newsletter created successfully!'])
  return body.newsletter
}

test('an issue only needs a title', async () => {
  for (const payload of [{}, { title: '' }, { title: ' \n\t' }, { title: null }, { title: 5 }, { title: '\u202e' }])
    expect(await call('POST', '', payload)).toMatchObject({
      status: 400,
      body: { detail: 'Newsletter title is required' },
    })
  for (const payload of [[], 'x', 5].map((odd) => ({ title: 'T', content: odd })))
    expect((await call('POST', '', payload)).status).toBe(400)
  // Characters that the database or a header cannot contain are removed; an unpaired surrogate is rejected with its
  // field.
  expect(
    (await create({ title: 'Nothing\0 of it', content: { html_content: '<p>\0</p>', summary: '\0' } })).title,
  ).toBe('Nothing  of it')
  expect(
    await call('POST', '', { title: 'T', content: { key_insights: [{ title: 'Half \ud83d of it' }] } }),
  ).toMatchObject({
    status: 400,
    body: { detail: 'content.key_insights.0.title contains an invalid character; type it again.' },
  })
  const issue = await create({ title: '  Only\r\na title ' })
  expect(issue).toMatchObject({
    title: 'Only a title',
    status: 'draft',
    version: 1,
    kind: 'weekly',
    created_by: editorEmail('editor'),
    check: null,
  })
  expect(issue.content).toMatchObject({ content: '', html_content: '', summary: '', key_insights: [] })
})

test('typed text becomes an escaped paragraph and a summary of 200 characters', async () => {
  const words = `Five < six & "seven"\nnext line\n\nnext paragraph ${'🎛'.repeat(300)}`
  const { content } = await create({ title: 'Words', content: { content: words } })
  expect([...content.summary]).toHaveLength(200)
  expect(words.startsWith(content.summary)).toBe(true)
  expect(content.html_content).toMatch(
    /^<p>Five &lt; six &amp; &quot;seven&quot;<br \/>next line<\/p><p>next paragraph 🎛+<\/p>$/u,
  )
  expect((await create({ title: 'One', content: { content: 'Just text' } })).content).toMatchObject({
    summary: 'Just text',
    html_content: '<p>Just text</p>',
  })
})

test('HTML is cleaned on input, and its plain text is stored', async () => {
  const { content } = await create({
    title: 'Html',
    content: { html_content: '<p onclick=x>Hear <a href="javascript:x">this</a></p><script>no</script>' },
  })
  expect(content).toMatchObject({ html_content: '<p>Hear <a>this</a></p>', content: 'Hear this', summary: 'Hear this' })
  for (let from = 0; from < hostileHtml.length; from += 200) {
    const { content: kept } = await create({
      title: 'Hostile',
      content: {
        html_content: hostileHtml
          .slice(from, from + 200)
          .join('\n')
          .slice(0, 60_000),
      },
    })
    expect(kept.html_content).not.toMatch(/<(?!\/?(p|h2|h3|ul|ol|li|blockquote|strong|em|u|s|a|br|hr)\b)/)
  }
})

test('sources are absolute https addresses or paths of this site', async () => {
  const tool = (url: string) => ({ title: 'T', content: { freemium_tools: [{ name: 'Tool', source: { url } }] } })
  for (const url of [
    'javascript:alert(1)',
    'http://plain.example/',
    'data:text/html,x',
    'https://a@b.example/',
    'ftp://x.example',
    'example.com/news',
    'swade-fam',
    '?page=2',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '\\\\elsewhere.example/',
  ])
    expect([url, (await call('POST', '', tool(url))).body.detail]).toEqual([
      url,
      expect.stringMatching(/^Tool 1, source URL: Enter a full URL that starts with https/),
    ])
  expect((await create(tool('/swade-fam'))).content.freemium_tools[0]?.source.url).toMatch(
    /^http:\/\/localhost:\d+\/swade-fam$/,
  )
})

test('each issue has its own slug, which follows the title until it is sent', async () => {
  const slugs = [
    await create({ title: 'Größe: Müller & Co!' }),
    await create({ title: 'Größe, Müller — Co' }),
    await create({ title: '日本語' }),
    await create({ title: '🎶' }),
    await create({ title: 'feed' }),
  ]
  expect(slugs.map(({ slug }) => slug)).toEqual([
    'grosse-muller-co',
    'grosse-muller-co-2',
    'ri-ben-yu',
    expect.stringMatching(/^issue-[0-9a-f]{8}$/),
    'issue-feed',
  ])
  const many = await Promise.all(Array.from({ length: 4 }, () => create({ title: 'At once' })))
  expect(new Set(many.map(({ slug }) => slug)).size).toBe(4)
  const { body } = await call<{ newsletter: IssueDetail }>('PUT', `/${many[0]!.id}`, {
    title: 'Renamed now',
    version: 1,
  })
  expect(body.newsletter.slug).toBe('renamed-now')
})

test('of two saves of the same version the second gets a conflict', async () => {
  const { id } = await create({
    title: 'Shared',
    content: { content: 'a', key_insights: [{ title: 'I', source: { url: 'https://x.example/' } }] },
  })
  const first = await call<{ newsletter: IssueDetail }>('PUT', `/${id}`, {
    title: 'First',
    version: 1,
    content: { preheader: 'p' },
  })
  expect(first.body.newsletter).toMatchObject({
    version: 2,
    title: 'First',
    content: { preheader: 'p', content: 'a', key_insights: [{ title: 'I' }] },
  })
  expect(await call('PUT', `/${id}`, { title: 'Second', version: 1 })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('saved elsewhere') },
  })
  expect((await call('GET', `/${id}`)).body.title).toBe('First')
})

test('only drafts can be changed or deleted', async () => {
  const { id } = await create({ title: 'To be scheduled' })
  await site.database.pool.query("update newsletter_issues set status = 'scheduled' where id = $1", [id])
  expect(await call('PUT', `/${id}`, { title: 'x' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('already scheduled') },
  })
  expect((await call('DELETE', `/${id}`)).status).toBe(409)
  const draft = await create({ title: 'To be deleted' })
  expect((await call('DELETE', `/${draft.id}`)).status).toBe(200)
  for (const odd of [draft.id, 'x', "'; drop table newsletter_issues; --", '../settings'])
    expect((await call('GET', `/${encodeURIComponent(odd)}`)).status).toBe(404)
})

test('a check finds dead links, missing sources, unknown pages of this site, and an empty issue', async () => {
  const check = async (content: object) => {
    const { id } = await create({ title: 'Checked', content })
    const { body } = await call<IssueCheck>('POST', `/${id}/check`)
    expect((await call('GET', `/${id}`)).body.check).toEqual(body)
    return body.problems.map(({ kind, url = '' }) => `${kind} ${url.replace(out, '')}`.trim())
  }
  expect(await check({})).toEqual(['empty'])
  const well = `<p><a href="${out}/200">a</a><a href="${out}/301">b</a><a href="${out}/302-200">b</a><a href="${out}/403">c</a><a href="mailto:a@b.example">d</a></p>`
  expect(await check({ html_content: well })).toEqual([])
  expect(
    await check({
      html_content: `<p><a href="${out}/404">a</a><a href="${out}/500">b</a><a href="${out}/302-404">b</a><a href="http://127.0.0.1:1/">c</a></p>`,
    }),
  ).toEqual(['dead-link /404', 'dead-link /500', 'dead-link /302-404', 'dead-link http://127.0.0.1:1/'])
  const { origin } = new URL((await create(tool('/x'))).content.freemium_tools[0]!.source.url)
  expect(
    await check({
      key_insights: [{ title: 'No source' }],
      freemium_tools: [{ name: 'Gone', source: { url: '/api/nothing-here' } }],
    }),
  ).toEqual(['unsourced', `unknown-record ${origin}/api/nothing-here`])
})
const tool = (url: string) => ({ title: 'T', content: { freemium_tools: [{ name: 'Tool', source: { url } }] } })

test('an email that Gmail would clip is a problem', async () => {
  const { id } = await create({ title: 'Heavy', content: { content: 'word '.repeat(11_000) } })
  const { body } = await call<IssueCheck>('POST', `/${id}/check`)
  expect(body.htmlBytes).toBeLessThan(102 * 1024)
  expect(body.problems).toEqual([])
  const { id: heavier } = await create({
    title: 'Heavy',
    content: { html_content: '<p>w</p>'.repeat(1000) },
  })
  const { body: too } = await call<IssueCheck>('POST', `/${heavier}/check`)
  expect(too.problems.map(({ kind }) => kind)).toEqual(['too-heavy'])
})

test('a preview is the email for a sample recipient, untracked and unsaved', async () => {
  const { body } = await call<IssuePreview>('POST', '/preview', { title: 'Seen', content: { content: 'Words' } })
  expect(body.subject).toBe('Seen')
  expect(body.text).toContain('Hello Anna,')
  expect(body.html).not.toMatch(/\{\{|<img|\/t\/[oc]\//)
  const { id } = await create({ title: 'Kept', content: { content: 'Words' } })
  const { body: saved } = await call<IssuePreview>('GET', `/${id}/preview`)
  expect(saved.subject).toBe('Kept')
  // The size is that of the longest delivery, as in the check.
  expect(saved.html_bytes).toBeGreaterThan(Buffer.byteLength(saved.html))
  expect((await call<IssueCheck>('POST', `/${id}/check`)).body.htmlBytes).toBe(saved.html_bytes)
})

test('links to paths of this site are absolute in the email', async () => {
  const html_content = '<p>Read <a href="/books">the books</a>, <a href="/es/journey?from=2020#now">el viaje</a>.</p>'
  const issue = await create({ title: 'Linked', content: { html_content } })
  const { html } = (await call<IssuePreview>('GET', `/${issue.id}/preview`)).body
  const origin = /href="(http:\/\/localhost:\d+)\/books"/.exec(issue.content.html_content)?.[1]
  expect(html).toContain(`href="${origin}/books"`)
  expect(html).toContain(`href="${origin}/es/journey?from=2020#now"`)
  const stored = 'update newsletter_issues set content = jsonb_set(content, $1, $2) where id = $3'
  await site.database.pool.query(stored, ['{html_content}', JSON.stringify(html_content), issue.id])
  expect((await call<IssuePreview>('GET', `/${issue.id}/preview`)).body.html).toContain(`href="${origin}/books"`)
})

test('a test email goes to one plain mailbox, never to a suppressed one', async () => {
  const { id } = await create({ title: 'On trial', content: { content: 'Words' } })
  expect(await call('POST', `/${id}/test`, {})).toMatchObject({
    status: 200,
    body: { message: `Sending a test email to ${editorEmail('editor')}.` },
  })
  const [mail] = await site.mails(1)
  expect(mail).toMatchObject({ subject: '[Test] On trial', to: [{ address: editorEmail('editor') }] })
  expect(mail!.text).not.toContain('{{')
  // The editor is not subscribed.
  expect(mail!.text).toContain('You received this test email because an editor of our newsletter entered this address.')
  expect(`${mail!.text} ${mail!.html}`).not.toMatch(/unsubscribe|preferences/i)
  expect(mail!.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
  for (const to of ['a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', 'x', ''])
    expect((await call('POST', `/${id}/test`, { to })).status).toBe(400)
  await site.database.pool.query("insert into suppressions (email_hash, reason, at) values ($1, 'bounce', now())", [
    hashValue('gone@x.example'),
  ])
  expect((await call('POST', `/${id}/test`, { to: 'Gone@X.example' })).status).toBe(409)
})

test('a test email says that its address is subscribed only if it is', async () => {
  await site.database.pool.query(
    `insert into subscribers (email, status) values ('stays@x.example', 'subscribed'), ('left@x.example', 'unsubscribed')`,
  )
  const { id } = await create({ title: 'For readers', content: { content: 'Words' } })
  const before = (await site.mails(0)).length
  for (const to of ['stays@x.example', 'left@x.example']) await call('POST', `/${id}/test`, { to })
  const mails = (await site.mails(before + 2)).filter(({ subject }) => subject === '[Test] For readers')
  const textTo = (address: string) => mails.find(({ to }) => to?.[0]?.address === address)?.text ?? ''
  const isSubscribed = 'You received this email because this address is subscribed to our newsletter.'
  expect(textTo('stays@x.example')).toContain(isSubscribed)
  expect(textTo('stays@x.example')).toContain('/newsletter/unsubscribe/')
  expect(textTo('left@x.example')).toContain('because an editor of our newsletter entered this address.')
  expect(textTo('left@x.example')).not.toMatch(/unsubscribe|preferences/i)
})

test('the list has the newest issues first, without content, in pages', async () => {
  const { body } = await call<IssueList>('GET')
  expect(body.total).toBeGreaterThan(10)
  expect(body.items.map(({ created_at: at }) => at)).toEqual(
    body.items
      .map(({ created_at: at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(body.items[0]).not.toHaveProperty('content')
  // A page number that is too high gives the last page.
  expect((await call<IssueList>('GET', '?page=900')).body).toEqual({ ...body, page: 1, page_count: 1 })
})

test('a viewer can read but not write', async () => {
  const viewer = await editorHeaders(site, 'viewer')
  expect((await site.app.inject({ url: root, headers: viewer })).statusCode).toBe(200)
  expect(
    (await site.app.inject({ method: 'POST', url: root, headers: viewer, payload: { title: 'x' } })).statusCode,
  ).toBe(403)
  expect((await site.app.inject({ url: root })).statusCode).toBe(401)
})
