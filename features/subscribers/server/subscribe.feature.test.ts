import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { SubscribersService } from '#features/subscribers/contract.ts'

let now = new Date('2026-11-21T12:00:00Z')
let pause: (ms: number) => Promise<unknown> = async () => undefined
let site: TestSite
let subscribers: SubscribersService

beforeAll(async () => {
  site = await buildTestSite({ clock: { now: () => now }, tuning: { subscribers: { signUpPause: (ms) => pause(ms) } } })
  subscribers = site.services.subscribers
})
afterAll(() => site.close())

let visitors = 0
const visitor = () => ({ form: 'api' as const, clientAddress: `198.51.100.${(visitors += 1)}` })
const person = (email: string) => ({ email, first_name: '', last_name: '' })
/** Returns the emails queued for one address; they are committed with the sign-up, so no waiting is needed. */
const mailsTo = async (address: string) =>
  (await site.outbox.list(1000))
    .map(({ mail }) => mail)
    .filter(({ to }) => to === address)
    .toReversed()
const rowOf = async (address: string) => {
  const { rows } = await site.database.pool.query<{ id: string; status: string; first_name: string }>(
    'select id, status, first_name from subscribers where email = $1',
    [address],
  )
  return rows[0] && { ...rows[0], token: await site.linkTokens.write('subscriber', rows[0].id) }
}

test('a sign-up is stored with its consent and gets one email with both unsubscribe headers', async () => {
  await subscribers.subscribe(
    { email: 'ada@example.com', first_name: 'Ada', last_name: 'L' },
    { form: 'page', clientAddress: '203.0.113.7' },
  )
  const subscriber = await rowOf('ada@example.com')
  expect(subscriber?.status).toBe('subscribed')
  const mail = (await site.mails(1)).find(({ to }) => to?.[0]?.address === 'ada@example.com')
  const header = (name: string) => mail?.headers.filter(({ key }) => key === name).map(({ value }) => value)
  expect(header('list-unsubscribe')).toEqual([
    `<http://localhost:3000/api/newsletter/unsubscribe/${subscriber?.token}>`,
  ])
  expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(mail?.text).toContain('Hello Ada,')
  expect(mail?.text).toContain(`/newsletter/unsubscribe/${subscriber?.token}`)
  for (const part of [mail?.html, mail?.text]) expect(part).toContain(`/newsletter/preferences/${subscriber?.token}`)
  expect(mail?.html).toContain('Every Friday at 9 AM EST')
  const { rows } = await site.database.pool.query(
    'select kind, detail, client_hash from subscriber_events e join subscribers s on s.id = e.subscriber_id where s.email = $1',
    ['ada@example.com'],
  )
  expect(rows).toEqual([
    {
      kind: 'signed-up',
      detail: 'form page, consent 2026-12.2',
      client_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ])
})

test('a known address gets the same response, no second email, and keeps its name', async () => {
  const first = await subscribers.subscribe({ email: 'same@example.com', first_name: 'Real', last_name: '' }, visitor())
  const second = await subscribers.subscribe(
    { email: 'same@example.com', first_name: 'Prank', last_name: '' },
    visitor(),
  )
  expect(second).toEqual(first)
  expect(await mailsTo('same@example.com')).toHaveLength(1)
  expect((await rowOf('same@example.com'))?.first_name).toBe('Real')
})

test('the minimum response time is the same for known and new addresses', async () => {
  const patiently = { timeout: 20_000 }
  const held: { ms: number; isOver: () => void }[] = []
  pause = (ms) => new Promise<void>((isOver) => held.push({ ms, isOver }))
  onTestFinished(() => void (pause = async () => undefined))
  for (const attempt of ['new', 'known']) {
    let isAnswered = false
    const answer = subscribers.subscribe(person('timed@example.com'), visitor()).then(() => (isAnswered = true))
    // The sign-up is done, and only the minimum response time delays the response.
    await expect.poll(() => rowOf('timed@example.com'), patiently).toBeDefined()
    await expect.poll(() => held.length, patiently).toBe(1)
    const [{ ms, isOver }] = held.splice(0) as [(typeof held)[0]]
    expect([attempt, ms, isAnswered]).toEqual([attempt, 150, false])
    isOver()
    await answer
  }
})

test('one hundred sign-ups of one address at once send one email', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => subscribers.subscribe(person('victim@example.com'), visitor())),
  )
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
  expect(await mailsTo('victim@example.com')).toHaveLength(1)
})

test('an unsubscribed person gets at most one email per hour and is resubscribed only by its button', async () => {
  await subscribers.subscribe(person('back@example.com'), visitor())
  const token = (await rowOf('back@example.com'))?.token ?? ''
  await subscribers.unsubscribe(token, 'page')
  for (let index = 0; index < 3; index += 1) await subscribers.subscribe(person('back@example.com'), visitor())
  expect((await rowOf('back@example.com'))?.status).toBe('unsubscribed')
  const { rows } = await site.database.pool.query<{ subject: string; due_at: Date }>(
    `select mail->>'subject' as subject, due_at from mail_outbox where mail->>'to' = 'back@example.com' order by due_at`,
  )
  expect(rows.map(({ subject }) => subject)).toEqual(['Welcome to the Swade newsletter', 'Confirm your email address'])
  expect(rows[1]?.due_at).toEqual(new Date(now.getTime() + 60 * 60 * 1000))

  now = new Date(now.getTime() + 3 * 60 * 60 * 1000)
  await subscribers.subscribe(person('back@example.com'), visitor())
  expect(await mailsTo('back@example.com')).toHaveLength(3)
  expect((await rowOf('back@example.com'))?.status).toBe('unsubscribed')
  expect(await subscribers.confirm(token)).toMatchObject({ status: 'subscribed' })
})

test('a suppressed address gets no email, and the reply does not reveal it', async () => {
  const known = await subscribers.subscribe(person('bounced@example.com'), visitor())
  await site.database.pool.query(
    `update subscribers set status = 'suppressed', greeted_at = null where email = 'bounced@example.com'`,
  )
  expect(await subscribers.subscribe(person('bounced@example.com'), visitor())).toEqual(known)
  expect(await mailsTo('bounced@example.com')).toHaveLength(1)
})

test('the twenty-first sign-up from one client is rejected with the time to wait', async () => {
  const origin = { form: 'api' as const, clientAddress: '192.0.2.200' }
  for (let index = 0; index < 20; index += 1) await subscribers.subscribe(person(`many-${index}@example.com`), origin)
  const refusal = await subscribers.subscribe(person('many-20@example.com'), origin).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({
    code: 'too-many-requests',
    status: 429,
    retryAfterSeconds: expect.any(Number),
    text: { key: 'subscribers.errors.tooMany' },
  })
  expect(await rowOf('many-20@example.com')).toBeUndefined()
})

test('the welcome email recommends the free book only while it is in the library', async () => {
  const welcome = async (email: string) => {
    await subscribers.subscribe(person(email), visitor())
    return (await mailsTo(email))[0]?.text
  }
  expect(await welcome('reader@example.com')).toContain('Open the free book')
  const { booksAdmin } = site.services
  const id = 'indie-music-ai-guide-2'
  const { version: seenVersion } = (await booksAdmin.find(id))!
  await booksAdmin.unpublish(id, { actor: 'owner@swade.example', seenVersion })
  const without = await welcome('listener@example.com')
  expect(without).toContain('You can start by meeting the artists')
  expect(without).not.toMatch(/free book|\/book\//)
})

test('under double opt-in nobody is subscribed before they confirm', async () => {
  const strict = await buildTestSite({ environment: { NEWSLETTER_DOUBLE_OPT_IN: 'true' } })
  try {
    const { message } = await strict.services.subscribers.subscribe(person('careful@example.com'), visitor())
    expect(message).toContain('confirm')
    const { rows } = await strict.database.pool.query<{ id: string; status: string }>(
      'select id, status from subscribers',
    )
    expect(rows[0]?.status).toBe('pending')
    const token = await strict.linkTokens.write('subscriber', rows[0]!.id)
    const [confirmation] = await strict.mails(1)
    expect(confirmation?.subject).toBe('Confirm your email address')
    expect(await strict.services.subscribers.confirm(token)).toEqual({
      maskedEmail: 'c•••@example.com',
      status: 'subscribed',
      frequency: 'weekly',
    })
    await strict.services.subscribers.confirm(token)
    expect((await strict.mails(2)).map(({ subject }) => subject).toSorted()).toEqual([
      'Confirm your email address',
      'Welcome to the Swade newsletter',
    ])
  } finally {
    await strict.close()
  }
})
