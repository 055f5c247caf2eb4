import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { pausedNote } from '#features/owner/contract.ts'

const actor = 'owner@swade.example'
let site: TestSite

beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadSourcePages })
}, 60_000)
afterAll(() => site.close())

const setup = () => site.services.setup
const stateOf = async (id: string) => (await setup().steps()).find((step) => step.id === id)?.state
const left = (kind: string) =>
  setup()
    .samples()
    .find((group) => group.kind === kind)!
const statusOf = async (url: string) => (await site.app.inject(url)).statusCode

test('the state of a step follows the site, not clicks, and a skipped step is open again when that is undone', async () => {
  expect(await stateOf('contact')).toBe('open')
  const before = await setup().countLeft()
  await site.services.settings.save(
    { SUPPORT_EMAIL: 'hello@label.example', POSTAL_ADDRESS: 'Street 1' },
    undefined,
    actor,
  )
  expect(await stateOf('contact')).toBe('done')
  expect(await setup().countLeft()).toBe(before - 1)
  await site.services.settings.reset(actor)
  expect(await stateOf('contact')).toBe('open')

  await setup().setSkipped('cards', true, actor)
  await setup().setSkipped('cards', true, actor)
  await setup().setSkipped('mail', true, actor)
  expect([await stateOf('cards'), await stateOf('mail')]).toEqual(['skipped', 'skipped'])
  await setup().setSkipped('cards', false, actor)
  expect([await stateOf('cards'), await stateOf('mail')]).toEqual(['open', 'skipped'])
  await setup().setSkipped('mail', false, actor)
  await expect(setup().setSkipped('no-step', true, actor)).rejects.toMatchObject({ code: 'not-found' })
})

test('a skipped step that is set up later is done and shows what is set', async () => {
  await setup().setSkipped('contact', true, actor)
  expect(await stateOf('contact')).toBe('skipped')
  const { revision } = await site.services.settings.read()
  await site.services.settings.save({ SUPPORT_EMAIL: 'a@label.example', POSTAL_ADDRESS: 'Street 1' }, revision, actor)
  const contact = (await setup().steps()).find(({ id }) => id === 'contact')
  expect([contact?.state, contact?.message]).toEqual([
    'done',
    'The support email is a@label.example. The postal address is set.',
  ])
  await site.services.settings.reset(actor)
  await setup().setSkipped('contact', false, actor)
})

test('the test of the mail server sends an email to the owner; a step without a test rejects one', async () => {
  const { message } = await setup().test('mail', actor)
  expect(message).toContain('local outbox')
  expect((await site.mails(1)).map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
    ['Test email from your site', actor],
  ])
  expect((await setup().test('cards', actor)).ok).toBe(false)
  await expect(setup().test('tokens', actor)).rejects.toMatchObject({ code: 'not-found' })
})

test('the test of the address names what is not set, because its result stands apart from the step', async () => {
  expect(await setup().test('address', actor)).toEqual({
    ok: false,
    message:
      'The public address is not set, so links in emails lead to this machine. Set PUBLIC_ORIGIN to the https:// address of the site.',
  })
})

test('a configured service that does not respond is an error with instructions', async () => {
  const broken = await buildTestSite({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  try {
    const mail = (await broken.services.setup.steps()).find(({ id }) => id === 'mail')
    expect(mail).toMatchObject({ state: 'error', remedy: expect.stringContaining('SMTP_URL') })
    expect((await broken.services.setup.test('mail', actor)).ok).toBe(false)
    const { rowCount } = await broken.database.pool.query(
      `select from mail_outbox where dedupe_key like 'setup-test:%'`,
    )
    expect(rowCount).toBe(0)
  } finally {
    await broken.close()
  }
})

test('without a mail server the test email stays in the outbox and says so', async () => {
  expect((await site.services.setup.test('mail', actor)).ok).toBe(false)
  const { mail } = (await site.outbox.list(100)).findLast(({ dedupeKey }) => dedupeKey.startsWith('setup-test:'))!
  expect(mail.text).toContain('saved this email to its local outbox')
  expect(mail.text).not.toContain('spam folder')
})

test('on a paused site the test email says when it is sent', async () => {
  await site.database.pool.query(`insert into restored_copies (id, made_at, restored_at) values (1, now(), now())`)
  onTestFinished(async () => void (await site.database.pool.query('delete from restored_copies')))
  expect((await setup().test('mail', actor)).message).toBe(
    `A test email to ${actor} is waiting in the local outbox. ${pausedNote} Set SMTP_URL to send emails. Until then they are saved as files on this machine.`,
  )
})

test('an edited entry is no longer a sample', async () => {
  const [first] = left('collection').samples
  const { collectionAdmin } = site.services
  await collectionAdmin.setStatus(first!.key, 'closed', actor)
  expect(setup().isSample('collection', first!.key)).toBe(false)
  expect(setup().isSample('collection', left('collection').samples[0]!.key)).toBe(true)
})

test('removing all samples keeps edited entries, every page works without them, and they can be restored', async () => {
  const { artists, books, booksAdmin, market, contentAdmin } = site.services
  const counts = () => [artists.list().length, books.list().length, market.list().length]
  const before = counts()
  const draft = { kind: 'artist', key: left('artist').samples[0]!.key, actor }
  await contentAdmin.fillDraft({ ...draft, values: [{ path: 'name', value: 'A Draft' }] })
  const bookId = left('book').samples[0]!.key

  const removed = await setup().removeSamples(actor)
  expect(removed).toBe(before[0]! + before[1]! + before[2]! - 1)
  expect(counts()).toEqual([0, 0, 1])
  expect(await setup().removeSamples(actor)).toBe(0)
  expect([await stateOf('artists'), await stateOf('books')], 'none of the owner’s own yet').toEqual(['open', 'open'])
  expect(['artist', 'book', 'collection'].map((kind) => left(kind).samples.length)).toEqual([0, 0, 0])
  // Buyers can still open it.
  expect(books.findUnlisted(bookId)?.title).toBeTruthy()
  expect(await contentAdmin.find('artist', draft.key)).toMatchObject({
    state: 'removed',
    draft: { data: { name: 'A Draft' } },
  })
  const pages = [
    '/',
    '/swade-fam',
    '/books',
    '/journey',
    '/tokens',
    '/market',
    '/newsletter',
    '/submit',
    '/es',
    '/es/books',
  ]
  for (const page of pages) expect([page, await statusOf(page)]).toEqual([page, 200])
  for (const gone of [`/artist/${draft.key}`, `/book/${bookId}`]) expect(await statusOf(gone)).toBe(404)

  expect((await booksAdmin.find(bookId))?.isPublished).toBe(false)
  expect(await setup().restoreSamples(actor)).toBe(removed)
  expect(counts()).toEqual(before)
  expect(await setup().restoreSamples(actor)).toBe(0)
  expect((await booksAdmin.find(bookId))?.revisions[0]).toMatchObject({
    status: 'reset to files',
    title: 'The version in the content folder',
  })
  expect(await statusOf(`/artist/${draft.key}`)).toBe(200)
})

test('the page shows the steps, removes nothing without a confirmation, and is available to the owner only', async () => {
  expect(await statusOf('/admin/setup')).toBe(303)
  const cookie = await ownerCookie(site)
  const headers = {
    cookie,
    'origin': ownOrigin,
    'host': new URL(ownOrigin).host,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const page = await site.app.inject({ url: '/admin/setup', headers: { cookie } })
  expect(page.statusCode).toBe(200)
  for (const title of ['Contact', 'Mail server', 'Domain and TLS', 'First newsletter', 'Remove all samples'])
    expect(page.body).toContain(title)
  const post = (payload: string) => site.app.inject({ method: 'POST', url: '/admin/setup', headers, payload })
  const refused = await post('act=remove-samples')
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('No samples were removed.')
  expect(left('artist').samples.length).toBeGreaterThan(0)
  const done = await post('act=remove-samples&confirm=yes')
  expect(done.body).toMatch(/Samples removed from the site: \d+\. Sample books stay in the list of books as drafts\./)
  expect((await post('act=restore-samples')).body).toContain('Samples restored:')
  expect((await post('act=skip&step=books')).body).toContain('Step skipped.')
  expect((await post('act=skip&step=nothing')).statusCode).toBe(404)
  expect((await post('act=invent')).statusCode).toBe(400)
})

test('signing in leads to Setup until it is postponed or every step is done or skipped', async () => {
  const cookie = await ownerCookie(site)
  const pageAfterSignIn = async (next = '') => {
    const { headers, statusCode } = await site.app.inject({ url: `/admin${next}`, headers: { cookie } })
    expect(statusCode).toBe(303)
    return headers.location
  }
  expect(await setup().isDue()).toBe(true)
  expect(await pageAfterSignIn()).toBe('/admin/setup')
  expect(await pageAfterSignIn('?next=/admin/orders')).toBe('/admin/orders')
  await setup().setPutOff(true, actor)
  expect([await setup().isDue(), setup().isPutOff()]).toEqual([false, true])
  expect(await pageAfterSignIn()).toBe('/admin/inbox')
  await setup().setSkipped('cards', true, actor)
  expect(setup().isPutOff(), 'skipping a step keeps the decision').toBe(true)
  await setup().setPutOff(false, actor)
  expect(await pageAfterSignIn()).toBe('/admin/setup')
  expect(await stateOf('cards')).toBe('skipped')
  for (const { id, state } of await setup().steps())
    if (state === 'open' || state === 'error') await setup().setSkipped(id, true, actor)
  expect(await setup().isDue()).toBe(false)
  expect(await pageAfterSignIn()).toBe('/admin/inbox')
})

test('without samples the station explains what to add, and the landing page has no empty roster', async () => {
  await setup().removeSamples(actor)
  await site.services.stationTracks.refresh()
  expect(site.services.stationTracks.count()).toBe(0)
  expect((await setup().steps()).find(({ id }) => id === 'station')).toMatchObject({
    message: 'the built-in station is silent, because no recording is ready to play.',
    remedy: expect.stringContaining('Add an artist with a featured track, or accept a submitted track.'),
  })
  expect((await site.app.inject('/')).body).not.toContain('id="roster"')
  await setup().restoreSamples(actor)
  expect((await site.app.inject('/')).body).toContain('id="roster"')
  // Restored recordings are converted and planned first; until then the station is starting, not broken.
  await site.services.stationTracks.refresh()
  expect((await setup().steps()).find(({ id }) => id === 'station')).toMatchObject({
    state: 'done',
    message: expect.stringContaining('The built-in station is starting'),
    remedy: '',
  })
  expect(await setup().test('station', actor)).toMatchObject({ ok: true })
})
