import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codesOf, refusalKind, type RefusalFacts, type RefusalKind, withoutAddresses } from './refusal-kind.ts'

function expectKinds(replies: [response: string, kind: RefusalKind][], facts?: RefusalFacts) {
  for (const [response, kind] of replies) expect([response, refusalKind(response, facts)]).toEqual([response, kind])
}

test('an unknown mailbox is gone, other refusals are refused, and 4.x is delayed', () => {
  expectKinds([
    ['550 5.1.1 <x@y.example>: Recipient address rejected: User unknown', 'gone'],
    ['5.1.1', 'gone'],
    ['550-5.1.1 The email account that you tried to reach does not exist.', 'gone'],
    ['5.1.2 (bad destination system address)', 'gone'],
    ['5.1.10 null MX', 'gone'],
    ['550 No such user here', 'gone'],
    ['550 Mailbox not found', 'gone'],
    ['553 sorry, that address does not exist', 'gone'],
    ['552 5.2.2 mailbox full', 'refused'],
    ['554 Transaction failed', 'refused'],
    ['452 4.2.2 mailbox full', 'delayed'],
    ['421 try again later', 'delayed'],
    ['4.4.7 (expired)', 'delayed'],
    ['250 2.0.0 OK', 'none'],
    ['2.1.5', 'none'],
    ['', 'none'],
    ['hello', 'none'],
  ])
})

test('unknown-mailbox replies of well-known providers are gone', () => {
  expectKinds([
    [
      "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550 5.1.1 unnecessary spaces. For more information, go to https://support.google.com/mail/?p=NoSuchUser a1 - gsmtp",
      'gone',
    ],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'gone'],
    [
      '550 5.4.1 Recipient address rejected: Access denied. [DB5EUR03FT012.eop-EUR03.prod.protection.outlook.com]',
      'gone',
    ],
    ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [CO1NAM11FT029.eop]', 'gone'],
    [
      "554 delivery error: dd This user doesn't have a yahoo.com account (x@yahoo.com) [0] - mta1.mail.bf1.yahoo.com",
      'gone',
    ],
    ['550 5.1.1 <x@icloud.example>: inactive email address', 'gone'],
    ['550 5.1.1 unknown or illegal alias: x@y.example', 'gone'],
    ['551 5.1.6 Recipient has moved', 'gone'],
    ['556 5.1.10 Recipient address has null MX', 'gone'],
    ['521 5.3.2 System not accepting network messages', 'gone'],
    ['550 5.4.4 Unable to route: NXDOMAIN', 'gone'],
    ['501 5.1.3 Bad recipient address syntax', 'gone'],
    ['550 non-existent user', 'gone'],
  ])
})

test('an address that Postfix closed to everybody is gone; a closed client, sender or policy is not', () => {
  expectKinds([
    ['554 5.7.1 <x@y.example>: Recipient address rejected: Access denied', 'gone'],
    ['host mx.y.example [192.0.2.32]: 550 5.7.1 <x@y.example>: Recipient address rejected: Access denied', 'gone'],
    ['450 4.7.1 <x@y.example>: Recipient address rejected: Access denied', 'ours'],
    ['554 5.7.1 <x@y.example>: Recipient address rejected: Access denied; your IP is listed', 'ours'],
    ['554 5.7.1 <x@y.example>: Recipient address rejected: Policy rejection', 'ours'],
    ['554 5.7.1 <swade.example[192.0.2.1]>: Client host rejected: Access denied', 'ours'],
    ['554 5.7.1 <swade.example>: Helo command rejected: Access denied', 'ours'],
    ['554 5.7.1 <post@swade.example>: Sender address rejected: Access denied', 'ours'],
  ])
  const response = '554 5.7.1 <x@y.example>: Recipient address rejected: Access denied'
  for (const after of ['body', 'sender', 'unknown'] as const)
    expect([after, refusalKind(response, { after })]).not.toEqual([after, 'gone'])
})

test('full mailboxes, refused senders and unknown mailboxes are recognized in other languages', () => {
  const under511 = (words: string[], kind: RefusalKind) =>
    expectKinds(words.map((response) => [`550 5.1.1 ${response}`, kind]))
  under511(
    [
      'Postfach ist voll',
      'Boîte pleine',
      'Buzón lleno',
      'casella piena',
      'Почтовый ящик переполнен',
      'メールボックスがいっぱいです',
      '邮箱已满',
    ],
    'refused',
  )
  under511(
    ['The mailbox has reached its maximum', 'recipient rejected: LDAP server unavailable', 'ตู้จดหมายเต็ม'],
    'refused',
  )
  under511(['Absender abgelehnt', 'Adresse IP refusée', '发件人被拒绝'], 'ours')
  under511(
    ['Benutzer unbekannt', 'Utilisateur inconnu', 'El usuario no existe', 'Пользователь не найден', '用户不存在'],
    'gone',
  )
})

test('a reply about a domain other than the recipient’s is ours', () => {
  for (const response of [
    '550 Domain swade.example does not exist',
    '550 Invalid domain swade.example',
    '550 5.1.2 unknown host mail.swade.example',
  ]) {
    expect([response, refusalKind(response, { domain: 'reader.example' })]).toEqual([response, 'ours'])
    const own = response.replace('swade', 'reader')
    expect([own, refusalKind(own, { domain: 'reader.example' })]).toEqual([own, 'gone'])
  }
})

test('a program that is not a mail system never makes a mailbox gone', () => {
  expectKinds([['550 5.1.1 no such user', 'refused']], { isHearsay: true })
  expectKinds([['5.1.10', 'refused']], { isHearsay: true, text: 'Ich bin bis 5.1.10 im Urlaub.' })
})

test('problems with our sender, address, authentication, rate or content are ours under any code', () => {
  expectKinds([
    ['550 5.1.0 192.0.2.222 is not allowed to send from <swade.example> per its SPF Record', 'ours'],
    ['553 http://www.spamhaus.org/query/bl?ip=192.0.2.222', 'ours'],
    ['550 5.1.1 rejected: blocked using a blocklist', 'ours'],
    ['553 5.1.8 Sender address rejected: domain not found', 'ours'],
    ['550 5.7.1 message rejected as spam', 'ours'],
    ['550 blocked, see 10.1.1.5.1.1', 'ours'],
    ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', 'ours'],
    ['550 5.7.26 This mail has been blocked because the sender is unauthenticated.', 'ours'],
    ['550 5.7.515 Access denied, sending domain EXAMPLE.COM does not meet the required authentication level', 'ours'],
    [
      '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
      'ours',
    ],
    [
      "550 SC-001 Unfortunately, messages from 192.0.2.1 weren't sent. Please contact your Internet service provider",
      'ours',
    ],
    ['554 Transaction failed Reject due to policy restrictions', 'ours'],
    ['550 5.1.1 Relaying denied', 'ours'],
    ['552 5.3.4 Message size exceeds fixed maximum message size', 'ours'],
    ['550 Sender verify failed', 'ours'],
    ['550 Verification failed for <bounce@swade.example> Unrouteable address', 'ours'],
    ['571 Delivery not authorized, message refused', 'ours'],
    ['500 5.5.2 Syntax error', 'ours'],
  ])
})

test('a full, closed or unreachable mailbox is not gone under any code', () => {
  expectKinds([
    ['552 5.1.1 Over quota', 'refused'],
    ['550 5.1.1 User is over quota', 'refused'],
    ['550 5.1.1 Mailbox unavailable, mailbox is full', 'refused'],
    ["552-5.2.2 The recipient's inbox is out of storage space.", 'refused'],
    ['550 5.2.1 The email account that you tried to reach is disabled.', 'refused'],
    ['550 this mailbox is disabled (554.30)', 'refused'],
    ['550 5.5.0 The recipient account is blocked.', 'refused'],
    ['554 5.4.14 Hop count exceeded - possible mail loop', 'refused'],
    ['451 4.7.1 Greylisted, please try again in 300 seconds', 'delayed'],
  ])
})

test('an uninformative code or an unavailable mailbox is not gone', () => {
  expectKinds([
    ['5.0.0', 'refused'],
    ['5.1.0 (other address status)', 'refused'],
    ['550 5.0.0 Unknown', 'refused'],
    ['554 5.0.0 Service unavailable', 'refused'],
    ['550 Requested action not taken: mailbox unavailable', 'refused'],
    ['450 4.1.1 <x@y.example>: Recipient address rejected: User unknown', 'delayed'],
  ])
})

test('a recipient that stayed unknown until the server gave up is gone', () => {
  const response = '450 4.1.1 <x@y.example>: Recipient address rejected: User unknown'
  expect(
    [{ isFinal: true }, { isFinal: true, after: 'unknown' as const }, {}].map((facts) => refusalKind(response, facts)),
  ).toEqual(['gone', 'delayed', 'delayed'])
  expectKinds([['450 4.2.2 mailbox full', 'delayed']], { isFinal: true })
})

test('the text of the server’s reply takes precedence over the report’s status', () => {
  expectKinds([['552 5.2.2 Over quota', 'refused']], { status: '5.1.1', after: 'unknown' })
  expectKinds([['553 http://www.spamhaus.org/query/bl?ip=192.0.2.222', 'ours']], { status: '5.1.3', after: 'unknown' })
  expectKinds([['550 User unknown', 'gone']], { status: '5.1.1', after: 'unknown' })
  expectKinds([['', 'gone']], { status: '5.1.1', after: 'unknown' })
  expectKinds([['', 'refused']], { status: '5.0.0', after: 'unknown' })
})

test('an unknown user counts only in reply to the recipient, not after the body or an unknown command', () => {
  const response = '550 Unknown user reader@example.com'
  expect(
    (['recipient', 'body', 'unknown', 'accepted', 'sender'] as const).map((after) => refusalKind(response, { after })),
  ).toEqual(['gone', 'refused', 'refused', 'refused', 'ours'])
  expectKinds([['550 : User unknown', 'refused']])
  expectKinds([['550 5.2.1 <x@y.example>... User Unknown', 'refused']], { after: 'unknown' })
  expectKinds([['550 5.7.1 <x@y.example>: User unknown', 'refused']])
})

test('the report’s text can raise doubts, and complements a reply without text', () => {
  expectKinds([['550 5.1.1 <x@y.example>... User Unknown', 'refused']], {
    text: 'Your message was rejected: not enough disk space',
  })
  expectKinds([['550 user unknown', 'refused']], { text: "The user's account is disabled." })
  expectKinds([['', 'gone']], { text: 'User Ada (ada@example.com) not listed in Domino Directory' })
  expectKinds([['', 'refused']], { text: 'User mailbox exceeds allowed size: ada@example.com' })
  expectKinds([['', 'ours']], { text: 'Your message was identified as spam.' })
})

test('phrases of refusals inside addresses and links are ignored', () => {
  expectKinds([
    ['550 5.1.1 <spam@blocked.example>: user unknown', 'gone'],
    ['552 5.2.2 <unknown-user@quota.example>: see https://help.example/#user-unknown', 'refused'],
  ])
})

test('only the codes of a reply are stored, and addresses are removed from messages', () => {
  for (const [response, codes] of [
    ['550 5.1.1 <x@y.example>: Recipient address rejected', '550 5.1.1'],
    ['5.1.1 550-5.1.1 x@y.example unknown', '550 5.1.1'],
    ['550 No such user x@y.example', '550'],
    ['5.1.1', '5.1.1'],
    ['x@550.example', ''],
  ]) {
    expect([response, codesOf(response!)]).toEqual([response, codes])
    expect(withoutAddresses(response!)).not.toContain('@')
  }
})

test('any reply is classified as one of the five kinds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (response, text) => {
      expect(['gone', 'ours', 'refused', 'delayed', 'none']).toContain(refusalKind(response, { text }))
    }),
  )
})
