import { Writable } from 'node:stream'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { startRelay, type Relay } from '#tests/support/relay.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { paidBook } from '#features/checkout/server/test-shop.ts'

const origin = 'http://localhost:3000'
const limitMs = 60_000
let site: TestSite
let relay: Relay
let log = ''

beforeAll(async () => {
  relay = await startRelay()
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    },
  })
  site = await buildTestSite({
    log: createLog('trace', sink),
    environment: { SMTP_URL: relay.url, OWNER_EMAIL: 'canary-owner@swade.example', PUBLIC_ORIGIN: origin },
  })
}, limitMs)
afterAll(async () => {
  await site.close()
  await relay.stop()
})

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'POST', url, payload, headers: { origin, ...headers } })

/** Quoted-printable lines joined, so that links are whole. */
const receivedText = () =>
  relay.received.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).join('\n')

test(
  'no address, token, code or password reaches the log, even for rejected, invalid or failing requests',
  async () => {
    // The mail server repeats the recipient, and adds an address of its own.
    relay.behave = (to, attempt) =>
      to.includes('refused')
        ? { recipient: 550, reply: `5.1.1 <${to}>: user unknown, ask canary-postmaster@relay.example` }
        : to.includes('later') && attempt === 1
          ? { body: 451, reply: `4.7.1 greylisted ${to.replace('@', '%40')}` }
          : 'takes'

    // Newsletter sign-up.
    for (const email of ['canary-taken@mail.example', 'canary-refused@mail.example', 'canary-later@mail.example'])
      expect((await post('/api/newsletter/subscribe', { email, first_name: 'Canary' })).statusCode).toBe(200)
    await post('/api/newsletter/subscribe', { email: 'canary-wrong@@mail.example' })
    await site.outbox.drain()
    const [, token = ''] = /\/newsletter\/unsubscribe\/([\w-]{32})/.exec(receivedText()) ?? []
    expect(token).toHaveLength(32)
    for (const url of [
      `/api/newsletter/unsubscribe/${token}`,
      `/newsletter/preferences/${token}?email=canary-q%40mail.example`,
    ])
      await site.app.inject({ url, headers: { cookie: `canary-cookie=${token}` } })

    // An order by Cash App, and its buyer looking for it.
    const claim = await post('/api/books/cashapp-claims', { book_id: paidBook.id, origin_url: origin })
    expect(claim.statusCode).toBe(200)
    const cookie = String(claim.headers['set-cookie']).split(';')[0]!
    const code = (claim.json() as { order_code: string }).order_code
    await post(`/api/books/cashapp-claims/${code}/sent`, { email: 'canary-refused-buyer@mail.example' }, { cookie })
    await post('/api/my-books/find', { email: 'canary-buyer@mail.example' })

    // Sign-ins of the owner and of an editor.
    await post('/api/owner/codes', { email: 'canary-owner@swade.example' })
    await post('/api/owner/codes', { email: 'canary-stranger@swade.example' })
    await site.outbox.drain()
    // Mails to several people arrive in any order, and a header can contain eight other digits.
    const codeMail = relay.received.findLast(({ to }) => to === 'canary-owner@swade.example')
    const { text: codeText = '' } = await PostalMime.parse(codeMail?.raw ?? '')
    const [ownerCode = ''] = /\b\d{8}\b/.exec(codeText) ?? []
    expect(ownerCode).toHaveLength(8)
    const signedIn = await post('/api/owner/sessions', { email: 'canary-owner@swade.example', code: ownerCode })
    const session = String(signedIn.headers['set-cookie']).split(';')[0]!.split('=')[1]!
    expect(session).toHaveLength(32)
    await post('/api/newsletter/auth/login', { email: 'canary-editor@mail.example', password: 'canary-password-1' })

    // A submission that is refused, and one that breaks.
    const form = '--b\r\ncontent-disposition: form-data; name="artist_email"\r\n\r\ncanary-artist@mail.example\r\n--b'
    for (const payload of [form, `${form}--\r\n`])
      await site.app.inject({
        method: 'POST',
        url: '/api/radio/submissions',
        payload,
        headers: { 'content-type': 'multipart/form-data; boundary=b', origin },
      })

    // A broken database: the failed statement has the address among its values.
    await site.database.pool.query('alter table subscribers rename to subscribers_away')
    const broken = await post('/api/newsletter/subscribe', { email: 'canary-broken@mail.example' })
    await site.app.inject({ method: 'POST', url: `/api/newsletter/unsubscribe/${token}`, payload: '' })
    await site.database.pool.query('alter table subscribers_away rename to subscribers')
    expect(broken.statusCode).toBe(500)

    expect(log).toContain('email delivery failed; giving up')
    expect(log).toContain('email delivery failed; retrying')
    expect(log).toContain('request failed')
    for (const secret of [token, session, ownerCode, cookie.split('=')[1]!, 'canary-password'])
      expect(log.includes(secret), secret).toBe(false)
    expect(log.match(/[^"\s]*(?:canary-|mail\.example|relay\.example)[^"\s]*/g) ?? []).toEqual([])
    expect(log.match(/[^\s"]+@[^\s"/]+\.[a-z]+/g) ?? []).toEqual([])
  },
  limitMs,
)
