import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asciiDomain,
  emailAddressSchema,
  optionalVisitorEmailSchema,
  maskEmail,
  personNameSchema,
  emailSearchKey,
  normalizeEmail,
} from './email-address.ts'

const read = (typed: unknown) => emailAddressSchema.safeParse(typed)

test.each([
  ['r&d@example.com', 'r&d@example.com'],
  ['me=you@example.com', 'me=you@example.com'],
  ['#hash@example.com', '#hash@example.com'],
  ['first/last@example.com', 'first/last@example.com'],
  ["o'neil!$%*?^`{|}~@example.com", "o'neil!$%*?^`{|}~@example.com"],
  ['..dots..@docomo.example', '..dots..@docomo.example'],
  ['info@müller.de', 'info@xn--mller-kva.de'],
  ['INFO@MÜLLER.DE', 'info@xn--mller-kva.de'],
  ['info@例え.テスト', 'info@xn--r8jz45g.xn--zckzah'],
  ['info@xn--80ak6aa92e.xn--p1ai', 'info@xn--80ak6aa92e.xn--p1ai'],
  ['info@аррӏе.рф', 'info@xn--80ak6aa92e.xn--p1ai'],
  ['info@💩.la', 'info@xn--ls8h.la'],
  ['info@straße.de', 'info@xn--strae-oqa.de'],
  ['a@b.c', 'a@b.c'],
  ['a@1.example.co', 'a@1.example.co'],
  ['a@example.museum', 'a@example.museum'],
  ['\u200b Ada@Example.com\u200b\u00a0\ufeff', 'ada@example.com'],
  ['\u202aada@example.com\u202c', 'ada@example.com'],
])('%j is an address: %s', (typed, stored) => expect(read(typed)).toMatchObject({ success: true, data: stored }))

test.each([
  'nobody',
  'nobody@nowhere',
  '@example.com',
  'a@',
  'a@.example.com',
  'a@example..com',
  'a@example.com.',
  'a@-example.com',
  'a@example-.com',
  'a@127.0.0.1',
  'a@１２７.0.0.1',
  'a@[127.0.0.1]',
  'a@example.com:25',
  'a@exämple.com:25',
  'a@exämple.com/path',
  'a@b@exämple.com',
  'a@exä%6dple.com',
  'a@exä／mple.com',
  'a@exä\nmple.com',
  'a b@example.com',
  '"a"@example.com',
  'a@example.com, b@example.com',
  'a@example.com;b@example.com',
  'Eve <eve@example.com>',
  '<eve@example.com>',
  'eve(comment)@example.com',
  'eve\\@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a\r\n@example.com',
  'a\u0000@example.com',
  'a@example.com\u0000',
  'émile@example.com',
  '\u212aelvin@example.com',
  'a\u200bb@example.com',
  'a\ud800@example.com',
  `a@${'b'.repeat(64)}.com`,
])('%j is not an address', (typed) =>
  expect(read(typed)).toMatchObject({
    success: false,
    error: { issues: [{ message: 'Please enter a valid email address.' }] },
  }),
)

test('a missing, an empty and an overlong address have their own messages', () => {
  const messagesOf = (typed: unknown) => read(typed).error?.issues.map(({ message }) => message)
  expect(messagesOf(undefined)).toEqual(['Please enter your email address.'])
  expect(messagesOf('  \u200b ')).toEqual(['Please enter your email address.'])
  expect(messagesOf(`${'a'.repeat(300)}@example.com`)).toEqual(['This email address is too long.'])
  expect(messagesOf(`${'a'.repeat(3000)}@example.com`)).toEqual(['This email address is too long.'])
  // Short as it was typed, and too long as mail servers know it.
  expect(messagesOf(`${'a'.repeat(200)}@${'ü.'.repeat(20)}de`)).toEqual(['This email address is too long.'])
})

test('spaces and invisible characters around an address are removed, including surrogate pairs', () => {
  expect(read('\u{e0061}\u200b a@example.com \u{e0061}\u{e007f}').data).toBe('a@example.com')
  expect(normalizeEmail(' \u{e0061}No Address\u{1d173} \u200b')).toBe('no address')
  expect([normalizeEmail('\u{e0061}'), normalizeEmail(' '), normalizeEmail('\ud83d'), normalizeEmail('a')]).toEqual([
    '',
    '',
    '\ud83d',
    'a',
  ])
})

/** Computing time of the thread, whatever else the machine is doing: the least of a few runs. */
function costOf(work: () => unknown): number {
  const computed = () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  const runs = Array.from({ length: 5 }, () => {
    const before = computed()
    work()
    return computed() - before
  })
  return Math.min(...runs)
}

test.each([
  ['normalizing spaces', (size: number) => normalizeEmail(`${' '.repeat(size)}x`)],
  ['normalizing inner spaces', (size: number) => normalizeEmail(`x${' '.repeat(size)}x`)],
  ['normalizing invisible characters', (size: number) => normalizeEmail(`x${'\u200b'.repeat(size)}x`)],
  ['a search for many @ signs', (size: number) => emailSearchKey('@'.repeat(size))],
  ['a search for many domains', (size: number) => emailSearchKey('@a '.repeat(size))],
])('%s takes time in proportion to its length', (_what, work) => {
  const inPieces = () => {
    for (let times = 0; times < 16; times += 1) work(20_000)
  }
  inPieces()
  // The kernel counts in ticks of four milliseconds, so one short text would cost nothing or a whole tick. As one text
  // the pieces cost sixteen times as much if every position is a new start.
  expect(costOf(() => work(320_000)) / Math.max(4_000, costOf(inPieces))).toBeLessThan(6)
})

test('an overlong text is rejected by its length without parsing', () => {
  for (const [schema, message] of [
    [emailAddressSchema, 'This email address is too long.'],
    [optionalVisitorEmailSchema, 'site.input.emailTooLong'],
  ] as const)
    for (const typed of [
      ' '.repeat(60_000),
      `${' '.repeat(60_000)}a@example.com`,
      `a@example.com${'\u200b'.repeat(60_000)}`,
    ])
      expect(schema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('an accepted address is one plain address, is accepted again unchanged, and cannot end a header', () => {
  const pieces = fc.constantFrom(
    'a',
    'B',
    '.',
    '@',
    'example.com',
    'ü',
    '。',
    '\r\n',
    ',',
    ';',
    '<',
    '>',
    '"',
    '%',
    '\u200b',
    ' ',
    '-',
    'ß',
    '１',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const typed = read(parts.join(''))
      if (!typed.success) return
      expect(typed.data).toMatch(/^[^\s@,;<>"()\\\u0080-\uffff]+@[a-z0-9.-]+\.[a-z0-9-]+$/)
      expect(read(typed.data).data).toBe(typed.data)
    }),
    { numRuns: 2000 },
  )
})

test('an address from another source is found in its stored spelling', () => {
  expect(normalizeEmail(' Info@Müller.de ')).toBe('info@xn--mller-kva.de')
  expect(normalizeEmail(' No Address ')).toBe('no address')
  expect(emailSearchKey('Zoë info@Müller.de a@b.de @例え.jp')).toBe('Zoë info@xn--mller-kva.de a@b.de @xn--r8jz45g.jp')
  expect(asciiDomain('MÜLLER.de')).toBe('xn--mller-kva.de')
})

test('a masked address shows its first character and its domain', () => {
  expect(maskEmail('friend@example.com')).toBe('f•••@example.com')
})

test('a name is one line, cut after eighty characters and never within one', () => {
  expect(personNameSchema.parse(' A\r\nB\u2028C ')).toBe('A B C')
  expect(personNameSchema.parse(`${'a'.repeat(79)}👍🏽b`)).toBe(`${'a'.repeat(79)}👍🏽`)
  expect(personNameSchema.safeParse('a\ud83d').error?.issues[0]?.message).toBe(
    'This name contains an invalid character. Type it again.',
  )
  expect(personNameSchema.safeParse('👍'.repeat(201)).error?.issues[0]?.message).toBe('This name is too long.')
})

test('an optional address may be empty, and has the same messages as a required one', () => {
  const read = (typed: string) => optionalVisitorEmailSchema.safeParse(typed)
  expect([read('').data, read('  ').data, read(' A@Example.com ').data]).toEqual(['', '', 'a@example.com'])
  expect(read('cash@nowhere').error?.issues.map(({ message }) => message)).toEqual(['site.input.emailInvalid'])
})
