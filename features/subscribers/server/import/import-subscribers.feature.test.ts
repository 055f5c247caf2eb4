import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SubscriberDetail, SubscriberList } from '#features/subscribers/contract.ts'
import type { ImportReading } from '#features/subscribers/import.ts'
import { hashValue } from '#platform/secrets.ts'
import { editorEmail, editorHeaders } from '#tests/support/sign-in-editor.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { importList, partOf, sendImport } from './test-import.ts'

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

const statusesOf = async (domain: string) =>
  Object.fromEntries(
    (await find(domain)).map(({ email, status, frequency }) => [email.split('@')[0], `${status} ${frequency}`]),
  )

test('the export restores everyone with their status, also on another site', async () => {
  const csv = [
    '\uFEFFemail,first_name,last_name,role,status,frequency,created_at',
    'in@own.example,In,,subscriber,subscribed,weekly,2026-01-01T00:00:00.000Z',
    'out@own.example,Out,,subscriber,unsubscribed,weekly,2026-01-01T00:00:00.000Z',
    'bounced@own.example,B,,subscriber,suppressed,weekly,2026-01-01T00:00:00.000Z',
    'monthly@own.example,M,,subscriber,subscribed,monthly,2026-01-01T00:00:00.000Z',
    'pending@own.example,P,,subscriber,pending,weekly,2026-01-01T00:00:00.000Z',
  ].join('\r\n')
  const counts = {
    added: 2,
    monthly: 1,
    pending: 1,
    unsubscribed: 1,
    suppressed: 1,
    known: 0,
    stopped: 0,
    undecided: 0,
    refused_count: 0,
  }
  const previewed = await preview(csv)
  expect(previewed.body).toMatchObject(counts)
  expect(await find('own.example')).toEqual([])
  expect((await take(csv)).body).toEqual(previewed.body)
  const kept = {
    in: 'subscribed weekly',
    out: 'unsubscribed weekly',
    bounced: 'suppressed weekly',
    monthly: 'subscribed monthly',
    pending: 'pending weekly',
  }
  expect(await statusesOf('own.example')).toEqual(kept)
  // A file without statuses changes none of them.
  const bare = await take('email\nin@own.example\nout@own.example\nbounced@own.example\npending@own.example\n')
  expect(bare.body).toMatchObject({ added: 0, known: 3, suppressed: 0, suppressed_already: 1 })
  expect(await statusesOf('own.example')).toEqual(kept)
  const out = await get<SubscriberDetail>(`/${(await find('out@own.example'))[0]!.id}`)
  expect(out.timeline[0]).toMatchObject({ what: 'Imported as unsubscribed', detail: `By ${editorEmail()}` })
})

test('a file can unsubscribe people here, but not resubscribe them', async () => {
  await take('email\nstays@no.example\nleaves@no.example\nbounces@no.example\nold@no.example\n')
  await site.database.pool.query(`update subscribers set status = 'unsubscribed' where email = 'old@no.example'`)
  const csv =
    'email,status\nstays@no.example,active\nleaves@no.example,unsubscribed\nbounces@no.example,hard bounce\nold@no.example,active\nnever@no.example,non-subscribed\n'
  const previewed = await preview(csv)
  expect(previewed.body).toMatchObject({ added: 0, stopped: 1, suppressed: 1, known: 2, left_out: 1 })
  expect((await statusesOf('no.example'))['leaves']).toBe('subscribed weekly')
  await take(csv)
  expect(await statusesOf('no.example')).toEqual({
    stays: 'subscribed weekly',
    leaves: 'unsubscribed weekly',
    bounces: 'suppressed weekly',
    old: 'unsubscribed weekly',
  })
  const bounced = await get<SubscriberDetail>(`/${(await find('bounces@no.example'))[0]!.id}`)
  expect([bounced.suppressed_because, bounced.timeline[0]!.what]).toEqual(['bounce: told by an import', 'Suppressed'])
  // A file cannot add a person whose address bounced.
  expect((await take('email\nbounces@no.example')).body).toMatchObject({ added: 0, suppressed_already: 1 })
})

test('unknown values must be answered before anything is written', async () => {
  const csv = 'email,status\nvip@ask.example,VIP\nin@ask.example,active\n'
  const previewed = await preview(csv)
  expect(previewed.body).toMatchObject({
    added: 1,
    undecided: 1,
    questions: [{ head: 'status', kind: 'value', value: 'vip', lines: 1, meaning: null }],
  })
  const refused = await take(csv)
  expect([refused.status, refused.body.detail]).toEqual([
    400,
    'Choose a meaning for these values first: status “vip”. No subscribers were imported.',
  ])
  expect(await find('ask.example')).toEqual([])
  expect((await take(csv, { answers: { [previewed.body.questions[0]!.key]: 'subscribed' } })).body).toMatchObject({
    added: 2,
    undecided: 0,
  })
  const columns = await take(csv.replaceAll('ask', 'columns'), { columns: ['email', 'ignored'] })
  expect(columns.body).toMatchObject({
    added: 2,
    columns: [
      { head: 'email', field: 'email' },
      { head: 'status', field: 'ignored', samples: ['VIP', 'active'] },
    ],
  })
})

test.each([
  '',
  '{',
  '[]',
  '{"columns":["nothing"]}',
  '{"answers":{"0123456789abcdef":"maybe"}}',
  '{"answers":{"vip":"subscribed"}}',
  '{"columns":["email"]}',
  '{"encoding":"utf-7"}',
  '{"else":1}',
])('settings such as %s are rejected', async (json) => {
  const answer = await preview('email,status\na@reading.example,active\n', json)
  expect(answer.status).toBe(400)
  expect(answer.body.detail).toMatch(/^[A-Za-z].{10,}/)
})

test('only `?mode=import` writes, and unknown parameters are rejected', async () => {
  const parts = [...partOf('reading', '{}'), ...partOf('file', 'email\na@words.example\n', 'text/csv')]
  for (const search of [
    '',
    '?dry=1',
    '?dry=true',
    '?mode=import&dry=1',
    '?mode=preview&mode=import',
    '?mode=',
    '?mode=IMPORT',
    '?mode[]=import',
  ])
    expect((await sendImport(site, headers, search, parts)).status, search).toBe(400)
  for (const some of [
    partOf('reading', '{}'),
    [...parts, ...partOf('else', '1')],
    [...parts, ...partOf('file', 'email', 'text/csv')],
  ])
    expect((await sendImport(site, headers, '?mode=import', some)).status).toBe(400)
  expect((await sendImport(site, headers, '?mode=preview', parts)).body.added).toBe(1)
  expect(await find('words.example')).toEqual([])
})

test('there may be many answers with long values', async () => {
  const people = Array.from({ length: 45 }, (_, at) => `p${at}@long.example,${`very long value ${at} `.repeat(100)}`)
  const csv = `email,status\n${people.join('\n')}\n`
  const previewed = await preview(csv)
  expect(previewed.body).toMatchObject({ added: 0, undecided: 45 })
  const answers = Object.fromEntries(previewed.body.questions.map(({ key }) => [key, 'unsubscribed' as const]))
  expect((await take(csv, { answers })).body).toMatchObject({ added: 0, unsubscribed: 45, undecided: 0 })
})

test('a selected encoding is used for the stored names', async () => {
  const mac = Buffer.from('email;vorname\na@letters.example;J\u009arg\n', 'latin1')
  const previewed = await preview(mac, { encoding: 'macintosh' })
  expect(previewed.body.encoding).toEqual({ name: 'macintosh', is_certain: false, samples: ['Jörg'] })
  await take(mac, { encoding: 'macintosh' })
  expect((await find('letters.example')).map(({ first_name }) => first_name)).toEqual(['Jörg'])
})

test('a complaint from a file can be removed, a later one from our own emails cannot', async () => {
  await take('email,spam complaint\nfile@told.example,yes\nboth@told.example,yes\n')
  const release = async (name: string) => {
    const [{ id } = { id: '' }] = await find(`${name}@told.example`)
    const { can_release } = await get<SubscriberDetail>(`/${id}`)
    const { statusCode } = await site.app.inject({ method: 'POST', url: `${root}/${id}/release`, headers })
    return [can_release, statusCode, (await get<SubscriberDetail>(`/${id}`)).status]
  }
  expect(await release('file')).toEqual([true, 200, 'unsubscribed'])
  // After a complaint of the person's own, the suppression cannot be removed.
  await site.database.pool.query('update suppressions set is_imported = false where email_hash = $1', [
    hashValue('both@told.example'),
  ])
  expect(await release('both')).toEqual([false, 409, 'suppressed'])
})

test('no file adds an erased person again', async () => {
  await take('email\nforgotten@erased.example\n')
  const [{ id } = { id: '' }] = await find('forgotten@erased.example')
  await site.app.inject({ method: 'DELETE', url: `${root}/${id}`, headers })
  for (const status of ['active', 'bounced', 'unsubscribed', 'pending'])
    expect((await take(`email,status\nforgotten@erased.example,${status}\n`)).body).toMatchObject({
      suppressed_already: 1,
      suppressed: 0,
      added: 0,
    })
  expect(await find('erased.example')).toEqual([])
})

test.each([
  { file: 'without a head', csv: 'name\nx', words: 'No column with email addresses was found' },
  { file: 'without a byte', csv: '', words: 'This file is empty. Choose another file.' },
  { file: 'of spaces', csv: ' \n', words: 'This file is empty. Choose another file.' },
  {
    file: 'with an open quotation mark',
    csv: 'email\n"never closed@x.example\nmore\n',
    words: 'from row 2 on. Check row 2 for an unclosed quotation mark.',
  },
  { file: 'with one endless line', csv: `email\n${'x'.repeat(200_000)}`, words: 'cannot be read as CSV' },
])('a file $file is rejected with the reason', async ({ csv, words }) => {
  const answer = await take(csv)
  expect(answer.status).toBe(400)
  expect(answer.body.detail).toContain(words)
})

test('files of other programs are read: byte order marks, tabs, UTF-16 and Western European encodings', async () => {
  const text = 'E-Mail\tVorname\r\nmark@codes.example\tJörg\r\n'
  const marked = await take(Buffer.from(`\uFEFF${text}`, 'utf8'))
  expect(marked.body.added).toBe(1)
  const wide = await take(Buffer.from(`\uFEFF${text.replace('mark@', 'wide@')}`, 'utf16le'))
  expect(wide.body.added).toBe(1)
  const western = await take(Buffer.from(text.replace('mark@', 'west@'), 'latin1'))
  expect(western.body.added).toBe(1)
  expect(new Set((await find('codes.example')).map(({ first_name }) => first_name))).toEqual(new Set(['Jörg']))
})
