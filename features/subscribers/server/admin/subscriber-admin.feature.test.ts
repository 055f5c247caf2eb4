import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SubscriberDetail, SubscriberList } from '#features/subscribers/contract.ts'
import type { ImportReading } from '#features/subscribers/import.ts'
import { hashValue } from '#platform/secrets.ts'
import { editorEmail, editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { importList } from '../import/test-import.ts'

let site: TestSite
let headers: { authorization: string }
const root = '/api/newsletter/admin/subscribers'

beforeAll(async () => {
  site = await buildTestSite()
  headers = await editorHeaders(site)
})
afterAll(() => site.close())

const get = async <Reply>(path: string) => (await site.app.inject({ url: `${root}${path}`, headers })).json<Reply>()
const find = async (q: string) => (await get<SubscriberList>(`?q=${encodeURIComponent(q)}`)).items
const take = (csv: string | Buffer, reading?: ImportReading) => importList(site, headers, 'import', csv, reading)
const preview = (csv: string | Buffer, reading?: ImportReading | string) =>
  importList(site, headers, 'preview', csv, reading)

test('a list is previewed and then imported, row by row, with the reason of each rejected row', async () => {
  const csv = [
    'Email,First Name,Last Name',
    'ada@people.example,Ada,"Love, lace"',
    'not an address,X,Y',
    '',
    '"a@people.example\nBcc: evil@x.example",X,Y',
    '"two@people.example, evil@x.example",X,Y',
    'ADA@people.example,Again,Again',
    "'+plus@people.example,Plus,Sign",
    'émile@people.example,É,É',
  ].join('\n')
  const previewed = await preview(csv)
  expect(previewed.body).toMatchObject({ added: 2, known: 1, suppressed: 0 })
  expect(previewed.body.refused.map(({ line }) => line)).toEqual([3, 5, 6, 9])
  expect(await find('people.example')).toEqual([])
  const kept = await take(csv)
  expect(kept.body).toEqual(previewed.body)
  expect(
    (await find('people.example')).map(({ email, first_name, last_name, status }) => [
      email,
      first_name,
      last_name,
      status,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['ada@people.example', 'Ada', 'Love, lace', 'subscribed'],
      ['+plus@people.example', 'Plus', 'Sign', 'subscribed'],
    ]),
  )
  expect((await take(csv)).body).toMatchObject({ added: 0, known: 3 })
})

test('an import does not resubscribe people who unsubscribed, were suppressed or erased', async () => {
  await take('email\nleft@gone.example\nsuppressed@gone.example\nerased@gone.example\n')
  const [left, suppressed, erased] = await Promise.all(
    ['left', 'suppressed', 'erased'].map(async (name) => (await find(`${name}@gone.example`))[0]!.id),
  )
  await site.database.pool.query(`update subscribers set status = 'unsubscribed' where id = $1`, [left])
  const act = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
    site.app.inject({ method, url: `${root}/${path}`, headers, ...(payload && { payload }) })
  expect((await act('POST', `${suppressed}/suppress`, { why: 'asked by telephone' })).statusCode).toBe(200)
  expect((await act('DELETE', `${erased}`)).statusCode).toBe(200)
  const again = await take('email\nleft@gone.example\nSuppressed@gone.example\nERASED@gone.example\nnew@gone.example\n')
  expect(again.body).toMatchObject({ added: 1, known: 1, suppressed: 0, suppressed_already: 2 })
  expect((await find('left@gone.example'))[0]!.status).toBe('unsubscribed')
  expect(await find('erased@gone.example')).toEqual([])
  expect((await act('DELETE', `${erased}`)).statusCode).toBe(404)

  const detail = await get<SubscriberDetail>(`/${suppressed}`)
  expect(detail).toMatchObject({ status: 'suppressed', suppressed_because: 'by-admin: asked by telephone' })
  expect(detail.timeline.map(({ what }) => what)).toEqual(['Suppressed', 'Imported'])
  expect((await act('POST', `${suppressed}/release`)).statusCode).toBe(200)
  expect((await get<SubscriberDetail>(`/${suppressed}`)).status).toBe('unsubscribed')
})

test('removing a bounce restores the subscription, unless the person had unsubscribed, and resets the soft bounces', async () => {
  await take('email,status\nbounced@back.example,active\nleft@back.example,active\nfile@back.example,unsubscribed\n')
  const idOf = async (name: string) => (await find(`${name}@back.example`))[0]!.id
  const act = (verb: string, id: string) =>
    site.app.inject({
      method: 'POST',
      url: `${root}/${id}/${verb}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{}',
    })
  const bounce = async (id: string, email: string) => {
    await site.database.pool.query(
      `insert into suppressions (email_hash, reason, detail, at) values ($1, 'bounce', '550 5.1.1', now())`,
      [hashValue(email)],
    )
    await site.database.pool.query(
      `update subscribers set status_before = status, status = 'suppressed', soft_bounces = 4 where id = $1`,
      [id],
    )
  }
  const [bounced, left, file] = [await idOf('bounced'), await idOf('left'), await idOf('file')]
  await site.database.pool.query(
    `insert into subscriber_events (subscriber_id, kind, at) values ($1, 'unsubscribed', now())`,
    [left],
  )
  for (const [id, name, status] of [
    [bounced, 'bounced', 'subscribed'],
    [left, 'left', 'unsubscribed'],
    [file, 'file', 'unsubscribed'],
  ] as const) {
    await bounce(id, `${name}@back.example`)
    expect((await get<SubscriberDetail>(`/${id}`)).suppressed_because).toBe('bounce: 550 5.1.1')
    expect((await act('release', id)).statusCode).toBe(200)
    const person = await get<SubscriberDetail>(`/${id}`)
    expect([person.status, person.suppressed_because, person.timeline[0]?.what]).toEqual([
      status,
      null,
      'Suppression removed',
    ])
    expect((await act('release', id)).statusCode).toBe(409)
  }
  const { rows } = await site.database.pool.query('select soft_bounces from subscribers where id = $1', [bounced])
  expect(rows).toEqual([{ soft_bounces: 0 }])
})

test('removing a suppression leaves pending people pending and people from a file unsubscribed', async () => {
  await take(
    'email,status\nwaits@again.example,pending\nleaves@again.example,active\nstays@again.example,active\nnew@again.example,bounced\n',
  )
  const bounced = await take(
    'email,status\nwaits@again.example,bounced\nleaves@again.example,bounced\nstays@again.example,bounced\n',
  )
  expect(bounced.body).toMatchObject({ suppressed: 3, suppressed_already: 0 })
  const goodbye = 'email,status\nleaves@again.example,unsubscribed\nstays@again.example,active\n'
  expect((await preview(goodbye)).body).toMatchObject({ stopped: 0, suppressed_already: 2 })
  await take(goodbye)
  await take(goodbye)
  const statuses: Record<string, string> = {}
  for (const name of ['waits', 'leaves', 'stays', 'new']) {
    const [{ id } = { id: '' }] = await find(`${name}@again.example`)
    const before = await get<SubscriberDetail>(`/${id}`)
    expect([before.status, before.can_release]).toEqual(['suppressed', true])
    expect(before.timeline.filter(({ what }) => what === 'Unsubscribed')).toHaveLength(name === 'leaves' ? 1 : 0)
    const { message } = (await site.app.inject({ method: 'POST', url: `${root}/${id}/release`, headers })).json<{
      message: string
    }>()
    statuses[name] = `${(await get<SubscriberDetail>(`/${id}`)).status}: ${message}`
  }
  expect(statuses).toEqual({
    waits:
      'pending: Suppression removed. The person has not confirmed the address yet and will get no newsletters until they do.',
    leaves: 'unsubscribed: Suppression removed. The person is unsubscribed and can sign up again.',
    stays: 'subscribed: Suppression removed. This address will get newsletters again.',
    new: 'unsubscribed: Suppression removed. The person is unsubscribed and can sign up again.',
  })
})

test('a suppression set in the admin replaces a bounce', async () => {
  await take('email\nfirm@back.example\n')
  const [{ id } = { id: '' }] = await find('firm@back.example')
  await site.database.pool.query(`insert into suppressions (email_hash, reason, at) values ($1, 'bounce', now())`, [
    hashValue('firm@back.example'),
  ])
  await site.app.inject({
    method: 'POST',
    url: `${root}/${id}/suppress`,
    headers,
    payload: { why: 'asked by telephone' },
  })
  expect((await get<SubscriberDetail>(`/${id}`)).suppressed_because).toBe('by-admin: asked by telephone')
})

test('the admin cannot remove a complaint', async () => {
  await take('email\ncomplained@gone.example\n')
  const [{ id } = { id: '' }] = await find('complained@gone.example')
  await site.database.pool.query(`insert into suppressions (email_hash, reason, at) values ($1, 'complaint', now())`, [
    hashValue('complained@gone.example'),
  ])
  await site.database.pool.query(`update subscribers set status = 'suppressed' where id = $1`, [id])
  expect((await site.app.inject({ method: 'POST', url: `${root}/${id}/release`, headers })).statusCode).toBe(409)
})

test('the search matches parts of addresses and names in any case and script, and without patterns', async () => {
  await take('email;first_name;last_name\nzoe@find.example;Zoë;Ångström\nunder_score@find.example;100%;Sure\n')
  const emails = async (q: string) => (await find(q)).map(({ email }) => email)
  expect(await emails('ZOE@FIND')).toEqual(['zoe@find.example'])
  expect(await emails('ångström zoë')).toEqual(['zoe@find.example'])
  expect(await emails('100%')).toEqual(['under_score@find.example'])
  expect(await emails('under_score')).toEqual(['under_score@find.example'])
  expect(await emails('underXscore')).toEqual([])
  expect(await emails("'; drop table subscribers; --")).toEqual([])
})

test('the list is filtered by status and by role, and a subscriber with an admin account shows its role', async () => {
  await take(`email\n${editorEmail()}\n`)
  const list = await get<SubscriberList>('?role=super_admin')
  expect(list.items.map(({ email, role }) => [email, role])).toEqual([[editorEmail(), 'super_admin']])
  expect((await get<SubscriberList>('?role=editor')).items).toEqual([])
  expect((await get<SubscriberList>('?role=subscriber')).items.every(({ role }) => role === 'subscriber')).toBe(true)
  expect((await get<SubscriberList>('?status=suppressed')).items.every(({ status }) => status === 'suppressed')).toBe(
    true,
  )
  const { subscribed, total } = await get<SubscriberList>('')
  expect(subscribed).toBe((await get<SubscriberList>('?status=subscribed')).total)
  expect(subscribed).toBeLessThan(total)
  expect((await get<SubscriberList>('?role=editor')).subscribed).toBeNull()
  // The filter ignores unknown values, so everyone is listed.
  expect((await get<SubscriberList>('?status=evil&role[]=x&page=-1')).total).toBe((await get<SubscriberList>('')).total)
})

test('a page has fifty rows, newest first, and all pages together list everyone once', async () => {
  await take(`email\n${Array.from({ length: 120 }, (_, index) => `page${index}@pages.example`).join('\n')}\n`)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => get<SubscriberList>(`?q=pages.example&page=${page}`)))
  // A page past the end returns the last one.
  expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 20, 20])
  expect(pages[3]).toEqual(pages[2])
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(120)
  expect(pages[0]).toMatchObject({ total: 120, page: 1, page_count: 3 })
})

test('a search with thousands of results reports so and does not count or list all of them', async () => {
  await site.database.pool.query(
    `INSERT INTO subscribers (email, status) SELECT n || '@crowd.example', 'subscribed' FROM generate_series(1, 10100) n`,
  )
  const crowd = await get<SubscriberList>('?q=crowd.example&page=9999')
  expect(crowd).toMatchObject({ total: 10_000, is_more: true, page: 200, page_count: 200 })
  expect(crowd.items).toHaveLength(50)
  expect(await get<SubscriberList>('?q=1@crowd.example+99')).toMatchObject({ is_more: false, page_count: 1 })
  const everybody = await get<SubscriberList>('')
  expect(everybody.total).toBeGreaterThan(10_000)
  expect(everybody.is_more).toBe(false)
})

test('percent signs and underscores in a search are matched literally', async () => {
  await take('email,first_name\nper_cent@odd.example,100%\nperxcent@odd.example,100\n')
  expect((await find('per_cent')).map(({ email }) => email)).toEqual(['per_cent@odd.example'])
  expect((await find('100% odd')).map(({ email }) => email)).toEqual(['per_cent@odd.example'])
})

test('the database computes the same address hash as the site', async () => {
  await site.database.pool.query(
    `INSERT INTO subscribers (email, status) VALUES ('zoë@mark.example', 'subscribed'), ('plain@mark.example', 'subscribed')`,
  )
  const { rows } = await site.database.pool.query<{ email: string; mark: string; is_writable: boolean }>(
    `SELECT email, email_hash AS mark, is_writable FROM subscribers WHERE email LIKE '%@mark.example' ORDER BY is_writable`,
  )
  expect(rows.map(({ email, mark }) => mark === hashValue(email))).toEqual([true, true])
  expect(rows.map(({ is_writable }) => is_writable)).toEqual([false, true])
})

test('the export is a CSV without formulas and can be imported again unchanged', async () => {
  await take('email,first_name,last_name\n+cmd@formula.example,"=HYPERLINK(""http://x"")",@SUM(A1)\n')
  const answer = await site.app.inject({ url: `${root}.csv?q=formula.example`, headers })
  expect(answer.headers['content-disposition']).toMatch(/attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"/)
  expect(answer.body).toContain(
    `'+cmd@formula.example,"'=HYPERLINK(""http://x"")",'@SUM(A1),subscriber,subscribed,weekly,`,
  )
  expect((await take(Buffer.from(answer.body))).body).toMatchObject({ added: 0, known: 1, refused_count: 0 })
})

test('the data of one person can be exported', async () => {
  await take('email,first_name\nexport@one.example,Ex\n')
  const [{ id } = { id: '' }] = await find('export@one.example')
  const person = await get<{ subscriber: object; history: { what: string }[] }>(`/${id}/export`)
  expect(person.subscriber).toMatchObject({ email: 'export@one.example', first_name: 'Ex' })
  expect(person.history.map(({ what }) => what)).toEqual(['imported'])
})

test('an invalid id is a 404', async () => {
  for (const id of ['1', 'x'.repeat(150), '%00', "'", '00000000-0000-4000-8000-000000000000'])
    expect((await site.app.inject({ url: `${root}/${encodeURIComponent(id)}`, headers })).statusCode, id).toBe(404)
})
