import { expect, test } from 'vitest'
import { type ImportReading, type ImportState, questionLabel } from '#features/subscribers/import.ts'
import { decodeFile } from './decode-file.ts'
import { readImport } from './read-import.ts'

const read = async (csv: string | Buffer, reading: ImportReading = {}) =>
  readImport((await decodeFile(Buffer.from(csv))).text, reading)
/** Returns answers to the questions about a file, by the labels of their values. */
async function answersTo(
  csv: string,
  meanings: Record<string, NonNullable<ImportReading['answers']>[string]>,
): Promise<ImportReading> {
  const { questions } = await read(csv)
  const answersByKey = questions.map((question) => [question.key, meanings[questionLabel(question)]] as const)
  return {
    answers: Object.fromEntries(answersByKey.filter((one): one is [string, ImportState] => one[1] !== undefined)),
  }
}
/** Returns the questions about a file: `head: value ×lines`. */
const questionsOf = async (csv: string, reading: ImportReading = {}) =>
  (await read(csv, reading)).questions.map(
    (one) => `${one.head}: ${questionLabel(one)} ×${one.lines}${one.meaning === null ? '' : ` = ${one.meaning}`}`,
  )
/** Returns the outcome for each person of a file, by the part of the address before the `@`: `ada=subscribed`. */
async function outcomes(csv: string | Buffer, reading: ImportReading = {}): Promise<string> {
  const { people } = await read(csv, reading)
  return people
    .map(
      ({ email, state, frequency, isOpen }) =>
        `${email.split('@')[0]}=${isOpen ? '?' : state}${frequency === 'monthly' ? '/monthly' : ''}`,
    )
    .join(' ')
}
const fields = async (csv: string) => (await read(csv)).columns.map(({ field }) => field).join(' ')

test.each([
  [
    'our own export',
    `\uFEFFemail,first_name,last_name,role,status,frequency,created_at
in@a.example,In,,subscriber,subscribed,weekly,2026-01-01T00:00:00.000Z
out@a.example,Out,,subscriber,unsubscribed,weekly,2026-01-01T00:00:00.000Z
bounced@a.example,B,,subscriber,suppressed,weekly,2026-01-01T00:00:00.000Z
digest@a.example,M,,subscriber,subscribed,monthly,2026-01-01T00:00:00.000Z
wait@a.example,P,,subscriber,pending,weekly,2026-01-01T00:00:00.000Z`,
    'in=subscribed out=unsubscribed bounced=suppressed digest=subscribed/monthly wait=pending',
  ],
  [
    'Mailchimp, subscribed',
    `Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LAST_CHANGED,LEID,EUID,NOTES,TAGS
in@a.example,Ada,L,2,,,"2021-03-04 10:11:12",1.2.3.4,"2021-03-04 10:11:12",1,x,,"""news"",""vip"""`,
    'in=subscribed',
  ],
  [
    'Mailchimp, unsubscribed',
    `Email Address,First Name,CONFIRM_TIME,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER
out@a.example,Ada,2021-03-04 10:11:12,2022-01-01 00:00:00,Spring,1,NORMAL,`,
    'out=unsubscribed',
  ],
  [
    'Mailchimp, cleaned',
    `Email Address,First Name,CONFIRM_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID
gone@a.example,Ada,2021-03-04 10:11:12,2022-01-01 00:00:00,Spring,1`,
    'gone=suppressed',
  ],
  [
    'Brevo',
    `EMAIL;LASTNAME;FIRSTNAME;SMS;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME
in@a.example;L;Ada;;No;No;01-02-2024
out@a.example;L;Eve;;Yes;No;01-02-2024`,
    'in=subscribed out=unsubscribed',
  ],
  [
    'Substack',
    `email,active_subscription,expiry,email_disabled,digest_enabled,created_at
free@a.example,false,,false,true,2021-03-04T10:11:12Z
paid@a.example,true,2027-01-01,false,true,2021-03-04T10:11:12Z
out@a.example,false,,true,true,2021-03-04T10:11:12Z`,
    'free=subscribed paid=subscribed out=unsubscribed',
  ],
  [
    'beehiiv',
    `Email,Status,Created,Subscription Tier,UTM Source
in@a.example,active,2024-01-01,free,
out@a.example,inactive,2024-01-01,free,
wait@a.example,pending,2024-01-01,free,
bad@a.example,invalid,2024-01-01,free,
odd@a.example,needs_attention,2024-01-01,free,`,
    'in=subscribed out=unsubscribed wait=pending bad=suppressed odd=?',
  ],
  [
    'Kit',
    `first_name,email,status,created_at,tags
Ada,in@a.example,active,2024-01-01,
Eve,out@a.example,cancelled,2024-01-01,
Bob,gone@a.example,bounced,2024-01-01,
Mal,angry@a.example,complained,2024-01-01,`,
    'in=subscribed out=unsubscribed gone=suppressed angry=suppressed',
  ],
  [
    'Ghost',
    `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
1,in@a.example,Ada,,true,false,,2024-01-01,,,
2,out@a.example,Eve,,false,false,,2024-01-01,,,
3,gone@a.example,Bob,,true,false,,2024-01-01,2024-05-05T00:00:00.000Z,,`,
    'in=subscribed out=unsubscribed gone=unsubscribed',
  ],
  [
    'MailerLite',
    `Subscriber,Name,Last name,Status,Subscribed,Unsubscribed,Opens
in@a.example,Ada,L,Active,2021-03-04 10:11:12,,3
out@a.example,Eve,L,Unsubscribed,2021-03-04 10:11:12,2022-03-04 10:11:12,0
wait@a.example,Bob,L,Unconfirmed,2021-03-04 10:11:12,,0
junk@a.example,Mal,L,Junk,2021-03-04 10:11:12,,0`,
    'in=subscribed out=unsubscribed wait=pending junk=suppressed',
  ],
  [
    'Buttondown',
    `id,email_address,type,creation_date,tags,notes,unsubscription_date,unsubscription_reason,unsubscribe_url
1,in@a.example,regular,2024-01-01,,,,,https://x.example/u/1
2,paid@a.example,premium,2024-01-01,,,,,https://x.example/u/2
3,wait@a.example,unactivated,2024-01-01,,,,,https://x.example/u/3
4,out@a.example,unsubscribed,2024-01-01,,,2024-05-05,too many,https://x.example/u/4
5,odd@a.example,unpaid,2024-01-01,,,,,https://x.example/u/5`,
    'in=subscribed paid=subscribed wait=pending out=unsubscribed odd=?',
  ],
  [
    'Klaviyo',
    `Email,First Name,Email Marketing Consent,Email Suppressions
in@a.example,Ada,SUBSCRIBED,[]
out@a.example,Eve,UNSUBSCRIBED,[]
never@a.example,Bob,NEVER_SUBSCRIBED,[]
gone@a.example,Mal,SUBSCRIBED,"[""HARD_BOUNCE""]"`,
    'in=subscribed out=unsubscribed never=left_out gone=suppressed',
  ],
  [
    'Shopify',
    `First Name,Last Name,Email,Accepts Email Marketing,Total Orders,State
Ada,L,in@a.example,yes,2,CA
Eve,L,out@a.example,no,1,NY`,
    'in=subscribed out=unsubscribed',
  ],
  [
    'CleverReach',
    `email;aktiv;bounced;deactivated
in@a.example;1;0;0
off@a.example;0;0;1612345678
gone@a.example;1;1;0`,
    'in=subscribed off=unsubscribed gone=suppressed',
  ],
  [
    'a German list',
    'E-Mail-Adresse;Vorname;Abgemeldet am\nin@a.example;Jörg;\nout@a.example;Eva;03.04.2024',
    'in=subscribed out=unsubscribed',
  ],
  [
    'a column without a known header',
    'email,spalte 7\nin@a.example,abonniert\nout@a.example,abgemeldet\nodd@a.example,vielleicht',
    'in=subscribed out=unsubscribed odd=?',
  ],
])('a no in the export of %s is respected', async (_service, csv, people) => expect(await outcomes(csv)).toBe(people))

test.each([
  [
    'a region named state',
    'email,city,state\na@a.example,Los Angeles,CA\nb@a.example,Albany,NY',
    'email ignored ignored',
  ],
  ['a customer type', 'email,type\na@a.example,gold', 'email ignored'],
  ['numbers of unsubscribes and bounces', 'email,Unsubscribes,bounce_count\na@a.example,2,3', 'email unclear unclear'],
  ['an unsubscribe link', 'email,unsubscribe link\na@a.example,https://x.example/1', 'email ignored'],
  ['French headers', 'Adresse e-mail,Prénom,Nom\na@a.example,Zoé,Bon', 'email first_name last_name'],
  [
    'a full name',
    'Name,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Value\nAda,Home,a@a.example,b@a.example',
    'full_name ignored email ignored',
  ],
  ['German headers', 'Emailadresse,Nachname,Vorname\na@a.example,L,Ada', 'email last_name first_name'],
  ['Japanese headers', 'メールアドレス,名\na@a.example,Ada', 'email ignored'],
  ['unknown headers', 'Wer,Wohin\nAda,a@a.example\nEve,b@a.example', 'ignored email'],
  [
    'a column of other addresses',
    'email,name,referred by\n,Eve,x@a.example\na@a.example,Ada,',
    'email full_name ignored',
  ],
])('in a file with %s, the columns are guessed', async (_what, csv, guessed) => expect(await fields(csv)).toBe(guessed))

test('unknown values are asked about once each, and only if no other value means no', async () => {
  const csv =
    'email,status,left,frequency\na@a.example,VIP,,daily\nb@a.example,vip,yes,weekly\nc@a.example,,,weekly\nd@a.example,Vip!,,weekly'
  expect(await questionsOf(csv)).toEqual(['status: vip ×2', 'frequency: daily ×1', 'status: (empty) ×1'])
  expect(await outcomes(csv)).toBe('a=? b=unsubscribed c=? d=?')
  const answers = await answersTo(csv, { 'vip': 'subscribed', '(empty)': 'left_out', 'daily': 'monthly' })
  expect(await outcomes(csv, answers)).toBe('a=subscribed/monthly b=unsubscribed c=left_out d=subscribed')
  expect(await questionsOf(csv, answers)).toEqual([
    'status: vip ×2 = subscribed',
    'frequency: daily ×1 = monthly',
    'status: (empty) ×1 = left_out',
  ])
  expect(await outcomes(csv, await answersTo(csv, { vip: 'pending', daily: 'off' }))).toBe(
    'a=unsubscribed b=unsubscribed c=? d=pending',
  )
  // A frequency is not a status, and vice versa.
  expect(await outcomes(csv, await answersTo(csv, { vip: 'monthly', daily: 'subscribed' }))).toBe(
    'a=? b=unsubscribed c=? d=?',
  )
})

test('names of object properties are values like any other', async () => {
  const csv = 'email,status\na@a.example,constructor\nb@a.example,__proto__\nc@a.example,toString'
  expect(await outcomes(csv)).toBe('a=? b=? c=?')
  expect(await outcomes(csv, await answersTo(csv, { ['constructor' as string]: 'pending', tostring: 'pending' }))).toBe(
    'a=pending b=? c=pending',
  )
  expect(
    await outcomes(csv, { answers: JSON.parse('{"__proto__":"subscribed"}') as NonNullable<ImportReading['answers']> }),
  ).toBe('a=? b=? c=?')
})

test('many unknown values are asked about together, column by column, and an answer for the rest does not apply to the others', async () => {
  const lines = Array.from(
    { length: 100 },
    (_, index) => `p${index}@a.example,kind ${index},${index < 2 ? 'daily' : 'weekly'}`,
  )
  const csv = `email,status,frequency\n${lines.join('\n')}`
  const all = await questionsOf(csv)
  expect([all.length, all[0], all.at(-1)]).toEqual([41, 'frequency: daily ×2', 'status: (all other values) ×61'])
  const { people } = await read(csv, await answersTo(csv, { '(all other values)': 'subscribed', 'daily': 'weekly' }))
  expect(people.filter(({ isOpen }) => isOpen)).toHaveLength(39)
})

test('a value of any length is asked about, and shortened on the screen', async () => {
  const [one, other] = [`${'long '.repeat(2000)}a`, `${'long '.repeat(2000)}b`]
  const csv = `email,status\na@a.example,${one}\nb@a.example,${other}`
  const { questions } = await read(csv)
  expect(questions.map(({ value, key }) => [value.length, /^[0-9a-f]{16}$/.test(key)])).toEqual([
    [60, true],
    [60, true],
  ])
  expect(
    await outcomes(csv, { answers: { [questions[1]!.key]: 'unsubscribed', [questions[0]!.key]: 'subscribed' } }),
  ).toBe('a=subscribed b=unsubscribed')
})

test('the same value is asked about in each column that contains it', async () => {
  const csv = 'email,Email quarantined,Contact flag\na@a.example,yes,yes\nb@a.example,no,yes'
  expect(await questionsOf(csv)).toEqual(['Contact flag: yes ×2', 'Email quarantined: yes ×1'])
})

test('of several rows with one address, the strictest status applies', async () => {
  const csv =
    'email,status,frequency\na@a.example,subscribed,weekly\nA@A.example,unsubscribed,weekly\nb@a.example,bounced,\nb@a.example,active,\nc@a.example,active,\nc@a.example,active,monthly'
  expect(await outcomes(csv)).toBe('a=unsubscribed b=suppressed c=subscribed/monthly')
  expect((await read(csv)).repeated).toBe(3)
})

test('manually selected columns take precedence over the guess', async () => {
  const csv = 'Email,Other,Note\nold@a.example,new@a.example,unsubscribed'
  expect(await outcomes(csv)).toBe('old=unsubscribed')
  expect(await outcomes(csv, { columns: ['ignored', 'email', 'ignored'] })).toBe('new=subscribed')
  await expect(read(csv, { columns: ['ignored', 'email'] })).rejects.toThrow(
    'The column settings belong to another file.',
  )
  await expect(read(csv, { columns: ['email', 'email', 'ignored'] })).rejects.toThrow(
    'Select exactly one column with email addresses.',
  )
})

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
test.each([
  ['a line that specifies the separator', Buffer.from('sep=;\r\nemail;name\r\na@a.example;Jörg\r\n')],
  ['a vertical bar as separator', Buffer.from('email|name\na@a.example|Jörg')],
  ['UTF-16 in either order', utf16be('\uFEFFemail,first name\r\na@a.example,Jörg\r\n')],
  ['UTF-16 without a byte order mark', utf16be('email,first name\r\na@a.example,Jörg\r\n')],
  ['little-endian UTF-16 with tabs', Buffer.from('email\tfirst name\r\na@a.example\tJörg\r\n', 'utf16le')],
  ['Western European letters', Buffer.from('email;name\na@a.example;Jörg', 'latin1')],
  [
    'a byte order mark and spaces around the address',
    Buffer.from('\uFEFFemail,name\n\u200b a@a.example\u00a0\u200b,Jörg'),
  ],
  ['a title above the headers', Buffer.from('Subscribers of May, all\n\nemail,name\na@a.example,Jörg')],
  ['carriage returns as line breaks', Buffer.from('email,name\ra@a.example,Jörg\r')],
  ['quoted commas in a header', Buffer.from('email;"name, given, first"\na@a.example;Jörg')],
])('%s is understood', async (_what, file) => {
  const { people } = await read(file)
  expect(people.map(({ email }) => email)).toEqual(['a@a.example'])
  const named = await read(file, { columns: ['email', 'first_name'] })
  expect(named.people[0]?.firstName).toBe('Jörg')
})

test.each([
  ['Ada King', 'Ada', 'King'],
  ['King, Ada', 'Ada', 'King'],
  ['King,Ada', 'Ada', 'King'],
  ['King, Ada May', 'Ada May', 'King'],
  ['van der Berg, Eve', 'Eve', 'van der Berg'],
  ['Ada King, PhD', 'Ada King, PhD', ''],
  ['King, Jr.', 'King, Jr.', ''],
  ['King, Ada, PhD', 'King, Ada, PhD', ''],
  ['King,', 'King,', ''],
  [' Ada ', 'Ada', ''],
  ['Ada Byron King', 'Ada Byron King', ''],
  ['Dr. King', 'Dr. King', ''],
])('the full name “%s” is split only if the last name is clear', async (name, firstName, lastName) => {
  const { people } = await read(`email,name\na@a.example,"${name}"`)
  expect(people).toMatchObject([{ firstName, lastName }])
})

test('next to a last name, a name is a first name', async () => {
  const { people } = await read('email,name,surname\na@a.example,Ada May,King')
  expect(people).toMatchObject([{ firstName: 'Ada May', lastName: 'King' }])
})

test('next to a first name, a name is ignored, because it may be a full name or a last name', async () => {
  const { columns } = await read('email,name,first name\na@a.example,Ada King,Ada')
  expect(columns.map(({ field }) => field)).toEqual(['email', 'ignored', 'first_name'])
})

test('a file without headers begins with its first person', async () => {
  const { hasHeader, columns, people } = await read('a@a.example,Ada\nb@a.example,Eve')
  expect([hasHeader, columns.map(({ head, field }) => [head, field]), people.length]).toEqual([
    false,
    [
      ['Column 1', 'email'],
      ['Column 2', 'ignored'],
    ],
    2,
  ])
})

test('a row with invalid characters is rejected, and the others keep their letters', async () => {
  const utf8 = Buffer.concat([
    Buffer.from('email,name\na@a.example,Jörgé\nb@a.example,'),
    Buffer.from([0xed, 0xa0, 0xbd]),
    Buffer.from('\nc@a.example,Zoë ü ö\n'),
  ])
  const { people, refused } = await read(utf8)
  expect(people.map(({ firstName }) => firstName)).toEqual(['Jörgé', 'Zoë ü ö'])
  expect(refused).toEqual([
    {
      line: 3,
      value: 'b@a.example',
      why: 'This row contains unreadable characters. Export the list again as UTF-8.',
    },
  ])
  const wide = await read(Buffer.from('\uFEFFemail,name\na@a.example,half \ud83d\nb@a.example,👍\n', 'utf16le'))
  expect([wide.refused.map(({ line }) => line), wide.people.map(({ firstName }) => firstName)]).toEqual([[2], ['👍']])
})

test('a row without a usable address or name is rejected with the reason', async () => {
  const long = `${'x'.repeat(250)}@example.com`
  const rows = ['a@a.example,Ada', ',Bob', 'nobody,Bob', `${long},Bob`, `b@a.example,${'x'.repeat(201)}`]
  const { people, refused } = await read(`email,name\n${rows.join('\n')}\n`)
  expect(people.map(({ email }) => email)).toEqual(['a@a.example'])
  expect(refused.map(({ line, why }) => [line, why])).toEqual([
    [3, 'No email address in this row.'],
    [4, 'This email address is not valid.'],
    [5, 'This email address is too long.'],
    [6, 'This name is too long.'],
  ])
})

test('a file has at most 300 columns', async () => {
  await expect(read('email\n' + ','.repeat(300))).resolves.toBeDefined()
  await expect(read(`email${',x'.repeat(300)}\na@a.example`)).rejects.toThrow('The file has 301 columns')
})
