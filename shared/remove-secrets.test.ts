import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeSecrets } from './remove-secrets.ts'

test.each([
  ['550 5.1.1 <fan@mail.example>: no such user', '550 5.1.1 <[address]>: no such user'],
  ['to fan.o+tag@sub.mail.example, zoë@münchen.example', 'to [address], [address]'],
  ['GET /find?email=fan%40mail.example&x=1', 'GET /find?email=[address]&x=1'],
  ['smtp://user:p4ss@relay.example:25 refused', 'smtp://[secret] at relay.example:25 refused'],
  ['postgres://swade:pw@db/swade', 'postgres://[secret] at db/swade'],
  ['user@localhost', '[address]'],
  ['{"err":{"message":"a@b.example"},"url":"/x"}', '{"err":{"message":"[address]"},"url":"/x"}'],
  ['Bearer abc.def', 'Bearer abc.def'.replace('Bearer abc', '[secret]')],
  ['sk_live_51H', '[secret]'],
  ['AGE-SECRET-KEY-1QQQ', '[secret]'],
  ['AGE-SECRET-KEY-PQ-1QQQ', '[secret]'],
])('%s', (text, clean) => {
  expect(removeSecrets(text)).toBe(clean)
})

test.each([
  'at node_modules/@fastify/static/index.js:10:5',
  'at async Object.processTicksAndRejections (node:internal/process/task_queues:104:5)',
  '{"migration":"0035_plain_names.sql","job":"submissions.delete-old-files"}',
  `/api/orders/${'0b0c1d2e-0000-4000-8000-1234567890ab'}`,
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'BACKUP_IDENTITY is not a valid secret key. Copy all of it, starting with AGE-SECRET-KEY.',
  'duplicate key value violates unique constraint "newsletter_engagement_events_links"',
])('names and ids stay: %s', (text) => {
  expect(removeSecrets(text)).toBe(text)
})

test('no token of a personal link and no address remains, wherever it is in a line', () => {
  const token = fc.uint8Array({ minLength: 24, maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
  const around = fc.constantFrom('', ' ', '/', '"', '?t=', '\\n', ': ', '.')
  fc.assert(
    fc.property(token, around, around, fc.emailAddress(), (secret, before, after, email) => {
      // One of many thousand tokens has no capital letter; such bytes are not random.
      fc.pre(/[A-Z]/.test(secret) && /[a-z]/.test(secret))
      const clean = removeSecrets(
        `x${before && ` ${before}`}${before ? secret : ` ${secret}`}${after} to <${email}> end`,
      )
      expect(clean).not.toContain(secret)
      expect(clean).not.toContain(email)
    }),
  )
  for (let n = 0; n < 2000; n++) {
    expect(removeSecrets(`/submission/${randomBytes(24).toString('base64url')}`)).toBe('/submission/[secret]')
    const id = randomUUID()
    expect(removeSecrets(id)).toBe(id)
  }
})
