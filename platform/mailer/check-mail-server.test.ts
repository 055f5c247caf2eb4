import { createServer, type AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { startRelay } from '#tests/support/relay.ts'
import { checkMailServer, explainMailError } from './check-mail-server.ts'
import { MailRejectedError } from './mail-rejected-error.ts'
import { createTransport } from './transport.ts'

async function mailServer(options: SMTPServerOptions = {}): Promise<string> {
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'swade' && password === 'right' ? done(null, { user: 'swade' }) : done(new Error('Invalid login')),
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

async function greeter(greeting: string): Promise<string> {
  const server = createServer(
    (socket) =>
      void socket
        .on('error', () => undefined)
        .resume()
        .write(greeting),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const check = (url: string) => checkMailServer(url, 5_000)

test('a mail server that accepts the sign-in, or needs none, has no problem', async () => {
  expect(await check(`smtp://swade:right@${await mailServer()}`)).toBeUndefined()
  const relay = await startRelay()
  expect(await check(relay.url)).toBeUndefined()
  await relay.stop()
})

test('a wrong or missing password is reported, and no part of it is repeated', async () => {
  const host = await mailServer()
  const wrong = await check(`smtp://swade:canary@${host}`)
  expect(wrong).toEqual({
    message: `the mail server at ${host} refused the username or password`,
    remedy:
      'Check both in SMTP_URL and restart the site. Write special characters as percent codes, such as %40 for @.',
  })
  expect((await check(`smtp://swade@${host}`))?.message).toBe(
    `the mail server at ${host} requires a username and a password`,
  )
})

test.each([
  ['smtp://127.0.0.1:9', 'communication with the mail server at 127.0.0.1:9 failed: connection refused', 'the port'],
  ['smtp://nowhere.invalid:587', 'the host name nowhere.invalid of the mail server was not found', 'the host name'],
])('%s is explained', async (url, message, remedy) => {
  expect(await check(url)).toEqual({ message, remedy: expect.stringContaining(remedy) })
})

test('a server that rejects the connection is quoted, and plain SMTP on a TLS port is reported with the right port', async () => {
  const host = await greeter('554 5.7.1 Your address is blocked\r\n')
  expect(await check(`smtp://${host}`)).toEqual({
    message: `the mail server at ${host} refused the connection: “554 5.7.1 Your address is blocked”`,
    remedy: expect.stringContaining('Ask your mail provider'),
  })
  const plain = await mailServer()
  expect(await check(`smtps://swade:right@${plain}`)).toEqual({
    message: `a secure connection to the mail server at ${plain} failed: no supported TLS protocol`,
    remedy: expect.stringContaining('smtp:// for port 587'),
  })
})

test.each([
  [{ onMailFrom: 'sender not allowed' }, 'refused the sender: “550 sender not allowed”', 'Set MAIL_FROM'],
  [{ onRcptTo: 'relaying denied' }, 'refused the recipient: “550 relaying denied”', 'Check OWNER_EMAIL'],
])('a rejected email is reported with its step: %j', async (refusals, message, remedy) => {
  const handlers = Object.fromEntries(
    Object.entries(refusals).map(([step, text]) => [
      step,
      (_address: unknown, _session: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error(text), { responseCode: 550 })),
    ]),
  )
  const host = await mailServer({ authOptional: true, ...handlers })
  const transport = createTransport({ from: 'a@site.example', smtpUrl: `smtp://${host}`, dkim: undefined }, '')
  onTestFinished(() => transport.close())
  const mail = { to: 'owner@site.example', subject: 'Test', html: '<p>Test</p>', text: 'Test' }
  const error: unknown = await transport.send('an-id', mail, async () => undefined).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(MailRejectedError)
  expect(explainMailError((error as MailRejectedError).cause, `smtp://${host}`)).toEqual({
    message: `the mail server at ${host} ${message}`,
    remedy: expect.stringContaining(remedy),
  })
})
