import { randomBytes, createHash, createPrivateKey, sign } from 'node:crypto'
import nodemailer from 'nodemailer'
import { InvalidMailError } from '../mail.ts'
import { encodeQuotedPrintable, softBreak } from './quoted-printable.ts'
import { promisify } from 'node:util'

/** One header as it is written, its folds included. */
type Header = { name: string; value: string }

/** Whose letters these are; `privateKey` as PEM. */
type DkimKey = { domainName: string; keySelector: string; privateKey: string }

const signAsync = promisify<string, Buffer, ReturnType<typeof createPrivateKey>, Buffer>(sign)

/**
 * Prepares signing: the key is read once, and the sums are done beside the main thread.
 *
 * @returns a function that makes the `DKIM-Signature` of a letter over all headers it is given, whose body must be as
 *   the relaxed canonicalization leaves it.
 * @throws Error when the key cannot be read.
 * @see https://www.rfc-editor.org/rfc/rfc6376
 */
function prepareSigning({
  domainName,
  keySelector,
  privateKey,
}: DkimKey): (headers: readonly Header[], body: Buffer) => Promise<Header> {
  const key = createPrivateKey(privateKey)
  return async (headers, body) => {
    const bodyHash = createHash('sha256').update(body).digest('base64')
    const names = headers.map(({ name }) => name.toLowerCase()).join(':')
    const value = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domainName};\r\n s=${keySelector}; bh=${bodyHash};\r\n h=${names};\r\n b=`
    const signed = [...headers, { name: 'dkim-signature', value }].map(relaxed).join('\r\n')
    const signature = (await signAsync('RSA-SHA256', Buffer.from(signed, 'utf8'), key)).toString('base64')
    return { name: 'DKIM-Signature', value: value + signature.replace(/.{72}(?=.)/g, '$&\r\n ') }
  }
}

function relaxed({ name, value }: Header): string {
  return `${name.toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
}

/** A letter to many: pieces of words, and between them the names of places that differ per person. */
export type EmailTemplate = {
  /** `Swade <hello@example.com>`. */
  from: string
  subject: string
  /** Words and places by turns, words first; words of the HTML are markup, values are written as text. */
  html: readonly string[]
  text: readonly string[]
  /** The same for everybody, `Feedback-ID` and the like. */
  headers: readonly Header[]
}

/** One person's copy. */
export type PersonalEmail = {
  /** Exactly one plain address. */
  to: string
  messageId: string
  date: Date
  /**
   * Where RFC 8058 one-click unsubscribing is posted, and the address of the mailbox that does it as well, where one is
   * read.
   */
  unsubscribe: { url: string; mailto?: string | undefined }
  resolveVariable(place: string): string
}

/**
 * Composes a letter once; what differs is only put in.
 *
 * @param dkim Without a key the relay signs.
 * @returns a function that writes one copy, ready to be handed to a relay.
 * @throws InvalidMailError when a name could end a header.
 */
export async function prepareEmail(
  letter: EmailTemplate,
  dkim: DkimKey | undefined,
): Promise<(copy: PersonalEmail) => Promise<Buffer>> {
  const boundary = `=_${randomBytes(12).toString('hex')}`
  const constant: Header[] = [
    ...(await encodedHeaders(letter)),
    ...letter.headers,
    { name: 'MIME-Version', value: '1.0' },
    { name: 'Content-Type', value: `multipart/alternative;\r\n boundary="${boundary}"` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]
  const head = (type: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  const writeText = preparePart(letter.text, (value) => value)
  const writeHtml = preparePart(letter.html, escapeHtml)
  const beforeText = Buffer.from(head('text/plain'), 'latin1')
  const beforeHtml = Buffer.from(`\r\n${head('text/html')}`, 'latin1')
  const end = Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1')
  const sign = dkim && prepareSigning(dkim)

  return async (copy) => {
    const body = Buffer.concat([
      beforeText,
      ...writeText(copy.resolveVariable),
      beforeHtml,
      ...writeHtml(copy.resolveVariable),
      end,
    ])
    const headers = [...constant, ...ownHeaders(copy)]
    for (const { name, value } of headers)
      if (/[\r\n](?![ \t])/.test(value.replaceAll('\r\n ', '')))
        throw new InvalidMailError(`the ${name} header must not contain line breaks`)
    const signature = sign && (await sign(headers, body))
    const lines = (signature ? [signature, ...headers] : headers).map(({ name, value }) => `${name}: ${value}\r\n`)
    return Buffer.concat([Buffer.from(`${lines.join('')}\r\n`, 'utf8'), body])
  }
}

/** One connection's worth of headers that are this person's alone. */
function ownHeaders({ to, messageId, date, unsubscribe }: PersonalEmail): Header[] {
  // oxlint-disable-next-line no-control-regex
  if (!/^[^\u0000-\u0020\u007f-\uffff,;<>()"\\@]+@[^\u0000-\u0020\u007f-\uffff,;<>()"\\@]+$/.test(to))
    throw new InvalidMailError('the recipient must be exactly one plain address')
  return [
    { name: 'To', value: to },
    { name: 'Message-ID', value: `<${messageId}>` },
    { name: 'Date', value: date.toUTCString().replace('GMT', '+0000') },
    {
      name: 'List-Unsubscribe',
      value: unsubscribe.mailto ? `<${unsubscribe.url}>,\r\n <${unsubscribe.mailto}>` : `<${unsubscribe.url}>`,
    },
  ]
}

/** The library knows how names and subjects are written in a header. */
async function encodedHeaders({ from, subject }: EmailTemplate): Promise<Header[]> {
  if (/[\r\n]/.test(subject)) throw new InvalidMailError('the subject must be a single line')
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({ from, subject, to: 'nobody@example.com', text: '.' })
  const head = (message as Buffer).toString('utf8').split('\r\n\r\n', 1)[0] ?? ''
  return head
    .split(/\r\n(?![ \t])/)
    .map((line) => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1).trim() }))
    .filter(({ name }) => name === 'From' || name === 'Subject')
}

// As bytes, not as words: putting tens of kilobytes together as one string took a sixth of a copy's time.
function preparePart(
  pieces: readonly string[],
  escape: (value: string) => string,
): (value: (place: string) => string) => Buffer[] {
  const encoded = pieces.map((piece, index) => {
    if (index % 2 === 1) return piece
    const isLast = index === pieces.length - 1
    return Buffer.from(
      (index > 0 ? softBreak : '') + encodeQuotedPrintable(piece) + (isLast ? '' : softBreak),
      'latin1',
    )
  })
  return (value) => {
    // The same address stands behind many words of one copy.
    const written = new Map<string, Buffer>()
    const write = (place: string): Buffer => {
      const known = written.get(place) ?? Buffer.from(encodeQuotedPrintable(escape(value(place))), 'latin1')
      written.set(place, known)
      return known
    }
    return encoded.map((piece) => (typeof piece === 'string' ? write(piece) : piece))
  }
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
