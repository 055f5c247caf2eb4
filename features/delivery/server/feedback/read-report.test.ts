import { expect, test } from 'vitest'
import { readReport } from './read-report.ts'
import { refusalKind } from './refusal-kind.ts'
import { deliveryStatus, mail } from './test-reports.ts'

const reader = 'ada@reader.example'
const envelope = 'bounce+0123@swade.example'

async function read(raw: Buffer | string) {
  const { kind, recipients } = await readReport(Buffer.from(raw))
  const [first] = recipients
  return { kind, address: first?.address, action: first?.action, means: first && refusalKind(first.response, first) }
}

const delivery = [
  '',
  'Return-Path: <bounce+0123@swade.example>',
  'Subject: Your mailbox is full of spam',
  '',
  'user unknown',
]

test.each<{ name: string; headers: Record<string, string>; lines: string[]; means: string; action?: string }>([
  {
    name: 'qmail',
    headers: { Subject: 'failure notice' },
    lines: [
      'Hi. This is the qmail-send program at relay.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      '',
      `<${reader}>:`,
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      ...delivery,
    ],
    means: 'gone',
  },
  {
    name: 'Exim',
    headers: {
      'Subject': 'Mail delivery failed: returning message to sender',
      'Auto-Submitted': 'auto-replied',
      'X-Failed-Recipients': reader,
    },
    lines: [
      'This message was created automatically by mail delivery software.',
      'A message that you sent could not be delivered to one or more of its recipients.',
      '',
      `  ${reader}`,
      `    SMTP error from remote mail server after RCPT TO:<${reader}>:`,
      '    host mx.reader.example [192.0.2.9]: 550 No such user',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      ...delivery,
    ],
    means: 'gone',
  },
  {
    name: 'Exim after the body',
    headers: { 'Subject': 'Mail delivery failed', 'Return-Path': 'x@relay.example', 'Auto-Submitted': 'auto-replied' },
    lines: [
      'could not be delivered:',
      '',
      `  ${reader}`,
      '    SMTP error from remote mail server after end of data:',
      '    550 Unknown user',
      '',
      ...delivery,
    ],
    means: 'refused',
  },
  {
    name: 'Exchange',
    headers: {
      'From': 'postmaster@reader.example',
      'Subject': 'Undeliverable: An issue',
      'Return-Path': '<postmaster@reader.example>',
    },
    lines: [
      'Your message',
      '  Subject: An issue',
      'did not reach the following recipient(s):',
      `${reader} on Fri`,
      '    The recipient name is not recognized',
    ],
    means: 'gone',
  },
  {
    name: 'mail.ru',
    headers: {
      'Subject': '=?utf-8?B?0J3QtSDQtNC+0YHRgtCw0LLQu9C10L3Qvg==?=',
      'Content-Type': 'text/plain; charset=utf-8',
    },
    lines: [
      'К сожалению, письмо не доставлено:',
      '',
      `  ${reader}`,
      `    after RCPT TO:<${reader}>:`,
      '    550 5.2.2 mailbox is full',
    ],
    means: 'refused',
  },
  {
    name: 'Yahoo',
    headers: { Subject: 'Failure Notice' },
    lines: [
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      `<${reader}>:`,
      '554 5.7.9 Message not accepted for policy reasons.',
    ],
    means: 'ours',
  },
  {
    name: 'Gmail, late',
    headers: { Subject: 'Delivery Status Notification (Delay)' },
    lines: [
      'THIS IS A WARNING MESSAGE ONLY.',
      'Delivery to the following recipient has been delayed:',
      '',
      `     ${reader}`,
      '',
      'The recipient server did not accept our requests to connect.',
    ],
    means: 'refused',
    action: 'delayed',
  },
  {
    name: 'a mail in HTML alone',
    headers: { 'Subject': 'Undeliverable mail', 'Content-Type': 'text/html' },
    lines: [
      '<style>p { color: red }</style>',
      `<p>Your message to ${reader} could not be delivered.</p>`,
      '<p>550 5.1.1 user unknown</p>',
    ],
    means: 'gone',
  },
  {
    name: 'Yahoo of a mailbox KDDI does not have',
    headers: { Subject: 'Failure Notice' },
    lines: [
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      `<${reader}>:`,
      `550: <${reader}>: User unknown`,
      '',
      '--- Below this line is a copy of the message.',
      ...delivery,
    ],
    means: 'gone',
  },
  {
    name: 'Yahoo of a body KDDI filters',
    headers: { Subject: 'Failure Notice' },
    lines: [
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      `<${reader}>:`,
      '550 : User unknown',
      '',
      '--- Below this line is a copy of the message.',
      ...delivery,
    ],
    means: 'refused',
  },
  {
    name: 'MessageLabs',
    headers: { Subject: 'Message could not be delivered' },
    lines: [
      'This is the mail delivery agent at Symantec Email Security.cloud.',
      '',
      'I was unable to deliver your message to the following addresses:',
      '',
      reader,
      '',
      `Reason: 542 ${reader} Rejected`,
    ],
    means: 'gone',
  },
  ...['550 5.1.1 <ada@reader.example>... User unknown', '552 5.2.2 <ada@reader.example>... Mailbox full'].map(
    (reply) => ({
      name: `a gateway that passes on "${reply}"`,
      headers: { 'Subject': 'Mail could not be delivered', 'Content-Type': 'multipart/mixed; boundary="=-gateway"' },
      lines: [
        '--=-gateway',
        'Content-Type: text/plain',
        '',
        `Unable to deliver message to <${reader}>.`,
        '',
        '--=-gateway',
        'Content-Type: message/rfc822',
        '',
        'From: MAILER-DAEMON@inner.example',
        'Subject: Returned mail',
        '',
        '   ----- Transcript of session follows -----',
        '... while talking to mx.inner.example.:',
        `>>> RCPT To:<${reader}>`,
        `<<< ${reply}`,
        '',
        '--=-gateway--',
      ],
      means: reply.includes('unknown') ? 'gone' : 'refused',
    }),
  ),
])('a bounce by $name is recognized', async ({ headers, lines, means, action = 'failed' }) => {
  const found = await read(mail(headers, lines))
  expect(found).toMatchObject({ kind: 'bounce', action, means })
  expect(['', reader]).toContain(found.address)
})

test.each([
  {
    name: 'its type is missing',
    from: 'multipart/report; report-type=delivery-status; boundary="=-report"',
    to: 'text/plain',
  },
  {
    name: 'its parts are broken',
    from: '--=-report\r\nContent-Type: message/delivery-status',
    to: 'Content-Type: message/delivery-status',
  },
  { name: 'the failure is described in other terms', from: 'Action: failed', to: 'Action: Failure' },
])('a report is parsed where $name', async ({ from, to }) => {
  const report = deliveryStatus({
    to: envelope,
    recipient: reader,
    action: 'failed',
    status: '5.0.0',
    diagnostic: '550 5.1.1 User unknown',
  })
  expect(await read(report.replace(from, to))).toMatchObject({
    kind: 'bounce',
    address: reader,
    action: 'failed',
    means: 'gone',
  })
})

test('a report of success or relaying is not a refusal', async () => {
  for (const action of ['delivered', 'relayed', 'expanded'])
    expect(await read(deliveryStatus({ to: envelope, recipient: reader, action, status: '2.0.0' }))).toMatchObject({
      action: 'delivered',
    })
})

test('automatic replies and personal emails are not bounces', async () => {
  const words = ['I am away. In urgent matters write to bob@reader.example.']
  const replies: Record<string, string>[] = [
    { 'From': reader, 'Auto-Submitted': 'auto-replied', 'Subject': 'Away' },
    { From: reader, Subject: 'Automatic reply: An issue' },
    { From: reader, Precedence: 'auto_reply', Subject: 'Re: An issue' },
  ]
  for (const headers of replies) expect((await readReport(mail(headers, words))).kind).toBe('away')
  // An automatic reply of a mail system is never an out-of-office reply; in a language we cannot parse, a person must
  // read it.
  expect(
    (await readReport(mail({ 'Auto-Submitted': 'auto-replied', 'Subject': 'Viesti' }, ['Viestisi palautui.']))).kind,
  ).toBe('unread')
  const person = { 'From': reader, 'Return-Path': `<${reader}>`, 'Subject': 'Fwd: failure notice' }
  expect((await readReport(mail(person, ['> 550 5.1.1 user unknown: could not be delivered']))).kind).toBe('unread')
})

test.each([
  ['Ada King <ada@reader.example>', 'Ada King <ada@reader.example>'],
  ['"ada@reader.example" <ada@reader.example>', 'ada@reader.example'],
  ['<ada@reader.example>', 'ada@reader.example'],
  [`${'A'.repeat(400)} <ada@reader.example>`, `${'A'.repeat(100)} <ada@reader.example>`],
])('the sender %s is shown as %s', async (from, shown) => {
  expect((await readReport(mail({ From: from, Subject: 'Re: An issue' }, ['Thank you.']))).from).toBe(shown)
})

test('complaints are parsed in every format', async () => {
  const outlook = [
    'Content-Type: message/rfc822',
    '',
    `X-HmXmrOriginalRecipient: ${reader}`,
    'Return-Path: <bounce+0123@swade.example>',
    '',
    'News.',
  ]
  const parts = (part: string[]) => ['--b', ...part, '--b--', '']
  const about = {
    'From': 'staff@house.example',
    'Subject': 'complaint about message from 192.0.2.1',
    'Content-Type': 'multipart/mixed; boundary=b',
  }
  expect(await read(mail(about, parts(outlook)))).toMatchObject({ kind: 'complaint', address: reader })
  const feedback = [
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    `Original-Recipient: rfc822; ${reader}`,
  ]
  expect(await read(mail({ 'Content-Type': 'multipart/report; boundary=b' }, parts(feedback)))).toMatchObject({
    kind: 'complaint',
    address: reader,
  })
})

test.each([
  ['abuse', 'complaint'],
  ['fraud', 'complaint'],
  ['opt-out', 'leaving'],
  ['not-spam', 'away'],
  ['not_spam', 'away'],
  ['auth-failure', 'unread'],
  ['dmarc', 'unread'],
  ['virus', 'unread'],
  ['other', 'unread'],
  ['miscategorized', 'unread'],
])('a feedback report of type %s is parsed as %s', async (type, kind) => {
  const part = [
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    `Original-Recipient: rfc822; ${reader}`,
  ]
  expect(
    (await readReport(mail({ 'Content-Type': 'multipart/report; boundary=b' }, ['--b', ...part, '--b--', '']))).kind,
  ).toBe(kind)
})

test.each([
  [
    'French Exchange',
    ['Échec de la remise.', '', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found'],
    'gone',
  ],
  ['a German mail system', ['Ihre Nachricht kam zurück.', '', `<${reader}>: 550 5.1.1 Benutzer unbekannt`], 'gone'],
  ['a full mailbox in Spanish', ['Su mensaje no llegó.', '', '552 5.2.2 Buzón lleno'], 'refused'],
])('a mail system’s quoted refusal is understood in any language: %s', async (_name, lines, means) => {
  expect(await read(mail({ Subject: 'x' }, lines))).toMatchObject({ kind: 'bounce', means })
})

test('automatic replies of people and ticket systems suppress nobody', async () => {
  for (const lines of [
    ['Your request 5.1.1 has been received. Mail to this address is not delivered.'],
    ['Ich bin bis 5.1.10 im Urlaub. Unknown user? Nein.'],
  ]) {
    const headers = {
      'From': 'no-reply@help.example',
      'Return-Path': '<no-reply@help.example>',
      'Auto-Submitted': 'auto-replied',
    }
    expect((await read(mail(headers, lines))).means).not.toBe('gone')
  }
})
