import { createHash, generateKeyPairSync, verify } from 'node:crypto'
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

test('a copy says the same as its parts, whatever stands in them', async () => {
  const mail = await PostalMime.parse(await (await prepareEmail(letter, undefined))(copy))
  expect(mail.subject).toBe(letter.subject)
  expect(mail.html?.replaceAll('\r\n', '\n').trimEnd()).toBe(
    '<p>Hello Ann &amp; &lt;Bo&gt;,\n\n  two  spaces \t and a tab \n</p><a href="https://swade.example/?a=1&amp;b=2">über</a>',
  )
  expect(mail.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(
    'Hello Ann & <Bo>,\n.\n..dots \nhttps://swade.example/?a=1&b=2',
  )
})

test('the signature holds over all headers, both unsubscribe headers among them, and breaks with any byte', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const raw = await (await prepareEmail(letter, { domainName: 'swade.example', keySelector: 's1', privateKey }))(copy)
  expect(isSigned(raw, publicKey)).toBe(true)
  const changed = Buffer.from(raw.toString('latin1').replace('/u/1>', '/u/2>'), 'latin1')
  expect(isSigned(changed, publicKey)).toBe(false)
})

test.each([
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Eve <e@example.com>',
  'a@b@c',
  '',
  'ä@example.com',
])('no copy is written to %j', async (to) => {
  const write = await prepareEmail(letter, undefined)
  await expect(write({ ...copy, to })).rejects.toThrow(TypeError)
})

test('a line of quoted-printable is at most 76 characters, and no space stands at its end or beside another', () => {
  const encoded = encodeQuotedPrintable(`${'ä b  '.repeat(100)}\n ${'x'.repeat(200)} \t\n`)
  for (const line of encoded.split('\r\n')) {
    expect(line.length).toBeLessThanOrEqual(76)
    expect(line).not.toMatch(/ $|  |\t/)
  }
})

test('no line of a copy is longer than 76 characters where its pieces meet', async () => {
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

/** @see https://www.rfc-editor.org/rfc/rfc6376 relaxed/relaxed, written anew from the text. */
function isSigned(raw: Buffer, publicKey: string): boolean {
  const text = raw.toString('latin1')
  const headers = text.slice(0, text.indexOf('\r\n\r\n')).split(/\r\n(?![ \t])/)
  const body = `${text
    .slice(text.indexOf('\r\n\r\n') + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)+$/, '')}\r\n`
  const relaxed = (line: string) => {
    const [name = '', ...value] = line.split(':')
    return `${name.toLowerCase().trim()}:${value
      .join(':')
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  }
  const signature = headers[0] ?? ''
  const tag = (name: string) => new RegExp(`[;:\\s]${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s/g, '') ?? ''
  const names = tag('h').split(':')
  expect(names).toEqual(
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
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tag('bh')) return false
  const signed = names.map((name) =>
    relaxed(headers.slice(1).find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? ''),
  )
  const bare = relaxed(signature).replace(/([;\s]b=)[^;]*/, '$1')
  return verify(
    'RSA-SHA256',
    Buffer.from([...signed, bare].join('\r\n'), 'latin1'),
    publicKey,
    Buffer.from(tag('b'), 'base64'),
  )
}
