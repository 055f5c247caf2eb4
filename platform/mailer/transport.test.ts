import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { Mail } from './mail.ts'
import { MailRejectedError } from './mail-rejected-error.ts'
import { createTransport } from './transport.ts'

type Received = { from: string; to: string[]; raw: string }
const servers: SMTPServer[] = []

/** A real SMTP server in this process; `refuse` is the code of its reply to a recipient or a body. */
async function listen(
  refuse: { recipient?: number; body?: number } = {},
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const refusal = (code: number) => Object.assign(new Error('refused by the test'), { responseCode: code })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse.recipient ? refusal(refuse.recipient) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuse.body) return done(refusal(refuse.body))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        return done()
      })
    },
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received }
}

afterEach(() =>
  Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve())))),
)

const mail: Mail = {
  to: 'reader@example.com',
  subject: 'Über uns',
  html: '<p>Hello</p>',
  text: 'Hello',
  unsubscribeUrl: 'https://swade.example/api/newsletter/unsubscribe/abc',
}
const settings = (smtpUrl: string) => ({ from: 'Swade <hello@swade.example>', smtpUrl, dkim: undefined })

test('a relay gets one recipient, both bodies and both unsubscribe headers, after the start of the body is recorded', async () => {
  const { url, received } = await listen()
  const transport = createTransport(settings(url), '')
  let noted = 0
  await transport.send('id-1', mail, async () => {
    expect(received).toHaveLength(0)
    noted += 1
  })
  transport.close()
  expect(noted).toBe(1)
  expect(received[0]).toMatchObject({ from: 'hello@swade.example', to: ['reader@example.com'] })
  const parsed = await PostalMime.parse(received[0]?.raw ?? '')
  expect(parsed).toMatchObject({ subject: 'Über uns', messageId: '<id-1@swade.example>' })
  expect(parsed.text?.trim()).toBe('Hello')
  expect(parsed.html?.trim()).toBe('<p>Hello</p>')
  expect(parsed.headers.filter(({ key }) => key === 'list-unsubscribe')).toHaveLength(1)
  expect(parsed.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
})

test('with a DKIM key the signature covers both unsubscribe headers', async () => {
  const { url, received } = await listen()
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const transport = createTransport(
    { ...settings(url), dkim: { domainName: 'swade.example', keySelector: 's1', privateKey } },
    '',
  )
  await transport.send('id-2', mail, async () => undefined)
  transport.close()
  const signature =
    (await PostalMime.parse(received[0]?.raw ?? '')).headers.find(({ key }) => key === 'dkim-signature')?.value ?? ''
  const signed = /\bh=([^;]+)/.exec(signature)?.[1]?.replace(/\s/g, '').toLowerCase().split(':') ?? []
  expect(signed).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id']),
  )
})

test.each([
  [{ recipient: 550 }, true],
  [{ recipient: 450 }, false],
  [{ body: 554 }, true],
  [{ body: 451 }, false],
])('the rejection %o is permanent: %s', async (refuse, permanent) => {
  const { url } = await listen(refuse)
  const transport = createTransport(settings(url), '')
  const error = await transport.send('id-3', mail, async () => undefined).catch((refusal: unknown) => refusal)
  transport.close()
  expect(error).toBeInstanceOf(MailRejectedError)
  expect(error).toMatchObject({ permanent })
})

test('a relay without TLS is reported with our message, and that of the library only in the cause', async () => {
  const { url } = await listen()
  const transport = createTransport(settings(url.replace('smtp:', 'smtps:')), '')
  const error = (await transport
    .send('id-4', mail, async () => undefined)
    .catch((refusal: unknown) => refusal)) as MailRejectedError
  transport.close()
  expect(error.message).toBe('Communication with the mail server failed: no supported TLS protocol.')
  expect(String(error.cause)).toMatch(/SSL|wrong version/i)
})

test('a connection lost during the body is reported at once, and nothing is sent a second time', async () => {
  let bodies = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream) {
      bodies += 1
      stream.resume()
      for (const connection of server.connections)
        (connection as unknown as { _socket: { destroy(): void } })._socket.destroy()
    },
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport(settings(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`), '')
  const error = await transport.send('id-7', mail, async () => undefined).catch((refusal: unknown) => refusal)
  transport.close()
  expect(error).toMatchObject({ answered: false, permanent: false })
  expect(bodies).toBe(1)
})

test('an unreachable relay is a temporary rejection, and the body is never sent', async () => {
  const transport = createTransport(settings('smtp://127.0.0.1:1'), '')
  let left = false
  const error = await transport.send('id-4', mail, async () => void (left = true)).catch((refusal: unknown) => refusal)
  transport.close()
  expect(error).toMatchObject({ permanent: false })
  expect(left).toBe(false)
})

test.each([
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Eve <eve@example.com>',
  'a@b@c',
  '',
  '"x y"@example.com',
])('the address %j is rejected before anything is sent', async (to) => {
  const { url, received } = await listen()
  const transport = createTransport(settings(url), '')
  await expect(transport.send('id-5', { ...mail, to }, async () => undefined)).rejects.toThrow(TypeError)
  transport.close()
  expect(received).toEqual([])
})

test('a subject of two lines is rejected', async () => {
  const { url } = await listen()
  const transport = createTransport(settings(url), '')
  await expect(
    transport.send('id-6', { ...mail, subject: 'Hi\r\nBcc: b@example.com' }, async () => undefined),
  ).rejects.toThrow(TypeError)
  transport.close()
})
