import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { onFreePort } from '#tests/support/free-port.ts'
import { type Received, startRelay } from '#tests/support/relay.ts'
import { startStripeFake } from '#tests/support/stripe-fake.ts'
import { buildTestSite } from '#tests/support/test-site.ts'

/* The setup steps that connect to other services, with valid and invalid settings. */

const actor = 'owner@swade.example'

async function openSetup(environment: Record<string, string>) {
  const site = await buildTestSite({ environment: { OWNER_EMAIL: actor, ...environment } })
  onTestFinished(() => site.close())
  const { setup } = site.services
  return {
    site,
    test: (id: string) => setup.test(id, actor),
    async step(id: string) {
      const step = (await setup.steps()).find((one) => one.id === id)!
      return { state: step.state, message: step.message, remedy: step.remedy }
    },
  }
}

/** Starts a mail server that requires authentication. */
async function mailServer() {
  const received: Pick<Received, 'to' | 'raw'>[] = []
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'swade' }) : done(new Error('Invalid login')),
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('latin1')))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(','), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { host: `127.0.0.1:${(server.server.address() as AddressInfo).port}`, received }
}

test('with valid settings, mail, cards and address are done, and each test reports its result', async () => {
  const { host, received } = await mailServer()
  const stripe = await startStripeFake()
  onTestFinished(() => stripe.close())
  const {
    step,
    test: run,
    origin,
  } = await onFreePort(async (port) => {
    const address = `http://127.0.0.1:${port}`
    const opened = await openSetup({
      ...stripe.environment,
      SMTP_URL: `smtp://swade:right@${host}`,
      MAIL_FROM: 'hello@label.example',
      PUBLIC_ORIGIN: address,
    })
    await opened.site.app.listen({ port, host: '127.0.0.1' })
    return { ...opened, origin: address }
  })

  expect(await step('mail')).toMatchObject({
    state: 'done',
    message: expect.stringContaining('accepts the username and password'),
  })
  expect(await run('mail')).toEqual({
    ok: true,
    message: `The mail server accepted a test email to ${actor}. If it does not arrive in a few minutes, check the spam folder.`,
  })
  expect(received.map(({ to }) => to)).toEqual([actor])
  expect(received[0]?.raw).toContain('Subject: Test email from your site')

  expect(await step('cards')).toEqual({ state: 'done', message: 'Stripe responds (test key).', remedy: '' })
  expect(await run('cards')).toEqual({ ok: true, message: expect.stringContaining('Stripe responds (test key).') })
  expect(stripe.calls).toContain('GET /v1/disputes')

  // Without TLS the step stays open, although the address leads to this site.
  expect(await step('address')).toMatchObject({ state: 'open' })
  expect(await run('address')).toEqual({
    ok: false,
    message: `${origin} responds without TLS. Set PUBLIC_ORIGIN to an https:// address.`,
  })
})

test('a wrong password, a rejected key and an unresolvable domain are reported with instructions', async () => {
  const { host, received } = await mailServer()
  const stripe = await startStripeFake()
  onTestFinished(() => stripe.close())
  const {
    site,
    step,
    test: run,
  } = await openSetup({
    ...stripe.environment,
    STRIPE_SECRET_KEY: 'sk_test_wrong',
    SMTP_URL: `smtp://swade:wrong@${host}`,
    PUBLIC_ORIGIN: 'https://nowhere.invalid',
  })
  const signIn = `the mail server at ${host} refused the username or password`
  const mailRemedy =
    'Check both in SMTP_URL and restart the site. Write special characters as percent codes, such as %40 for @.'
  expect(await step('mail')).toEqual({ state: 'error', message: `${signIn}.`, remedy: mailRemedy })
  expect(await run('mail')).toEqual({ ok: false, message: `The test failed: ${signIn}. ${mailRemedy}` })
  expect(received).toEqual([])

  const key = 'Copy the secret key from Stripe (Developers → API keys) again and restart the site.'
  expect(await step('cards')).toEqual({ state: 'error', message: 'Stripe refused STRIPE_SECRET_KEY.', remedy: key })
  expect(await run('cards')).toEqual({
    ok: false,
    message: `The test failed: Stripe refused STRIPE_SECRET_KEY. ${key}`,
  })

  expect(await step('address')).toMatchObject({
    state: 'error',
    message: 'the domain nowhere.invalid was not found.',
    remedy: expect.stringContaining('add a DNS record'),
  })
  expect((await run('address')).message).toMatch(/^The test failed: the domain nowhere\.invalid was not found\. /)

  // Steps with an error count as left until they are skipped, also when no step is open.
  const { setup } = site.services
  const left = (await setup.steps()).filter(({ state }) => state === 'open' || state === 'error')
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(['mail', 'cards', 'address']))
  expect(await setup.countLeft()).toBe(left.length)
  for (const { id, state } of left) if (state === 'open') await setup.setSkipped(id, true, actor)
  expect([await setup.countLeft(), await setup.isDue()]).toEqual([3, true])
  for (const { id } of left) await setup.setSkipped(id, true, actor)
  expect([await setup.countLeft(), await setup.isDue()]).toEqual([0, false])
})

test('a rejected sender, closed ports and the sample sender are reported with instructions', async () => {
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const { test: run } = await openSetup({
    SMTP_URL: relay.url,
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    PUBLIC_ORIGIN: 'http://127.0.0.1:9',
  })
  expect(await run('mail')).toEqual({
    ok: false,
    message: expect.stringContaining('the sender is still hello@swade.example. Set MAIL_FROM'),
  })
  expect(relay.received).toHaveLength(1)
  relay.behave = () => ({ recipient: 550, reply: 'relaying denied' })
  expect((await run('mail')).message).toMatch(
    /^The test failed: the mail server at .* refused the recipient: “550 relaying denied”\. Check OWNER_EMAIL/,
  )
  expect((await run('cards')).message).toMatch(/^The test failed: Stripe does not respond: connection refused\. Check/)
  expect((await run('address')).message).toMatch(/^The test failed: http:\/\/127\.0\.0\.1:9 cannot be reached: /)
})
