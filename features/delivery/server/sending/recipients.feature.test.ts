import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailAddressSchema } from '#shared/email-address.ts'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { addIssue, addReaders, beginNow, statesOf } from './test-issues.ts'

const own = 'own.example'
const victim = 'victim@elsewhere.example'

/** Separators between an address and an injected one. */
const joints = [
  '\r\nBcc: |\nBcc: |\rBcc: |\r\nTo: |\n To: |\r\n\r\n|\r\n.\r\nMAIL FROM:<|>\r\nRCPT TO:<|> RCPT TO:<',
  '\u0001|\u000b|\u000c|\u007f|\u0085|\u00a0|\u200b|\u2028|\u2029|\ufeff',
  '%0d%0aBcc:|%0a|=0D=0ABcc:|=?utf-8?q?=0ABcc:?=|,',
  ', |;|; |，| |\t|>,<| <|>|(|)|"|\\|\\"|:|@|%',
].flatMap((line) => line.split('|'))

/** 164 addresses that try to reach another recipient or to add a header, each with its own number. */
const hostileMailAddresses = joints.flatMap((joint, at) => [
  `reader-${at}a@${own}${joint}${victim}`,
  `${victim}${joint}reader-${at}b@${own}`,
  `"reader-${at}c${joint}${victim}"@${own}`,
  `reader-${at}d${joint}${victim.replace('@', '.at.')}@${own}`,
])

let site: TestSite
let relay: Relay

beforeAll(async () => {
  relay = await startRelay()
  site = await buildTestSite({ environment: { SMTP_URL: `${relay.url}?maxConnections=4` } })
})
afterAll(async () => {
  await site.close()
  await relay.stop()
})

test('164 hostile addresses: none is accepted as more than one, none reaches another recipient', async () => {
  expect(new Set(hostileMailAddresses).size).toBe(164)
  for (const address of hostileMailAddresses) {
    const typed = emailAddressSchema.safeParse(address)
    if (typed.success) expect(typed.data).toMatch(/^[^\s@,;<>"]+@own\.example$/)
  }
  // The addresses may also be in the database already, for example through an old import or a manual change.
  for (const address of hostileMailAddresses)
    await site.database.pool.query(
      `INSERT INTO subscribers (email, first_name, status) VALUES ($1, $1, 'subscribed')`,
      [address],
    )
  await addReaders(site.database, 1)
  const id = await addIssue(site.database, 'An issue =?utf-8?q?=0D=0ABcc:_victim@elsewhere.example?=')
  await beginNow({ pool: site.database.pool, sending: site.delivery.sending }, id)
  await site.delivery.sending.now()
  const states = await statesOf(site.database, id)
  expect(Object.keys(states).toSorted()).toEqual(['excluded', 'sent'])
  expect(states['sent']! + states['excluded']!).toBe(165)
  expect(relay.received).toHaveLength(states['sent']!)
  const known = new Set([...hostileMailAddresses, 'reader-0@example.com'])
  for (const { to, raw } of relay.received) {
    expect(known.delete(to), to).toBe(true)
    expect(to).toMatch(/^[!-~]+@(own\.example|example\.com)$/)
    const head = raw.split('\r\n\r\n', 1)[0]!.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(head.match(/^(to|cc|bcc|resent-\w+):.*$/gim)).toEqual([`To: ${to}`])
  }
})
