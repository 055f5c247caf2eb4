import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { prepareEmail } from './prepare-email.ts'
import { encodeQuotedPrintable } from './quoted-printable.ts'

const letter = {
  from: 'Swäde <hello@swade.example>',
  subject: 'Über  uns, und zwar so lang, dass die Zeile bestimmt umgebrochen werden muss',
  html: ['<p>Hello ', 'name', ',\n\n  two  spaces \t and a tab \n</p><a href="', 'url', '">über</a>'],
  text: ['Hello ', 'name', ',\n.\n..dots \n', 'url', '\n'],
  headers: [{ name: 'Feedback-ID', value: 'a:b:c' }],
}
const copy = {
  to: 'reader@example.com',
  messageId: 'one@swade.example',
  date: new Date('2026-11-27T14:00:00Z'),
  unsubscribe: { url: 'https://swade.example/u/1', mailto: 'mailto:u@swade.example' },
  resolveVariable: (place: string) => (place === 'name' ? 'Ann & <Bo>' : 'https://swade.example/?a=1&b=2'),
}

test('an email has the same content as its parts, whatever they contain', async () => {
  const mail = await PostalMime.parse(await (await prepareEmail(letter, undefined))(copy))
  expect(mail.subject).toBe(letter.subject)
  expect(mail.html?.replaceAll('\r\n', '\n').trimEnd()).toBe(
    '<p>Hello Ann &amp; &lt;Bo&gt;,\n\n  two  spaces \t and a tab \n</p><a href="https://swade.example/?a=1&amp;b=2">über</a>',
  )
  expect(mail.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(
    'Hello Ann & <Bo>,\n.\n..dots \nhttps://swade.example/?a=1&b=2',
  )
})

test('the signature covers all headers, including both unsubscribe headers, and breaks with any changed byte', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const raw = await (await prepareEmail(letter, { domainName: 'swade.example', keySelector: 's1', privateKey }))(copy)
  const { result, headers } = await verified(raw, publicKey)
  expect(result).toBe('pass')
  expect(headers.toLowerCase().split(/[:,]\s*/)).toEqual(
    expect.arrayContaining([
      'from',
      'to',
      'subject',
      'message-id',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'feedback-id',
    ]),
  )
  for (const [before, after] of [
    ['/u/1>', '/u/2>'],
    ['One-Click', 'one-click'],
    ['Hello', 'hello'],
    ['tab', 'Tab'],
  ] as const) {
    const changed = raw.toString('latin1').replace(before, after)
    expect(changed, before).not.toBe(raw.toString('latin1'))
    expect((await verified(Buffer.from(changed, 'latin1'), publicKey)).result, before).not.toBe('pass')
  }
})

test.each([
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Eve <e@example.com>',
  'a@b@c',
  '',
  'ä@example.com',
])('no email is prepared for %j', async (to) => {
  const write = await prepareEmail(letter, undefined)
  await expect(write({ ...copy, to })).rejects.toThrow(TypeError)
})

test('a quoted-printable line has at most 76 characters, and no space at its end or next to another', () => {
  const encoded = encodeQuotedPrintable(`${'ä b  '.repeat(100)}\n ${'x'.repeat(200)} \t\n`)
  for (const line of encoded.split('\r\n')) {
    expect(line.length).toBeLessThanOrEqual(76)
    expect(line).not.toMatch(/ $|  |\t/)
  }
})

test('no line of an email is longer than 76 characters where its pieces meet', async () => {
  const pieces = ['', 'name', 'x'.repeat(75), 'url', `${'y'.repeat(74)} `, 'name', '']
  const write = await prepareEmail({ ...letter, html: pieces, text: pieces }, undefined)
  const raw = (
    await write({ ...copy, resolveVariable: (place) => (place === 'name' ? 'z'.repeat(75) : ` ${'ä'.repeat(40)} `) })
  ).toString('latin1')
  const lines = raw.slice(raw.indexOf('\r\n\r\n') + 4).split('\r\n')
  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(76)
    expect(line).not.toMatch(/ $|  |\t/)
  }
})

/** Returns how mailauth judges the signatures of a mail, with a DNS of our own. */
async function verified(raw: Buffer, publicKey: string): Promise<{ result: string; headers: string }> {
  const key = publicKey.replaceAll(/-----[^-]+-----|\s/g, '')
  const { results } = await dkimVerify(raw, {
    resolver: async (name, type) => {
      if (name !== 's1._domainkey.swade.example' || type !== 'TXT')
        throw new Error(`${type} ${name} is not in this DNS`)
      return [[`v=DKIM1; k=rsa; p=${key}`]]
    },
  })
  expect(results).toHaveLength(1)
  const [{ status, signingHeaders }] = results as [(typeof results)[number]]
  return { result: status.result, headers: signingHeaders?.keys ?? '' }
}
