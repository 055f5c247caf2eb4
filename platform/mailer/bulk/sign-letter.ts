import { createHash, createPrivateKey, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** One header as it is written, its folds included. */
export type Header = { name: string; value: string }

/** Whose letters these are; `privateKey` as PEM. */
export type DkimKey = { domainName: string; keySelector: string; privateKey: string }

const signAsync = promisify<string, Buffer, ReturnType<typeof createPrivateKey>, Buffer>(sign)

/**
 * Prepares signing: the key is read once, and the sums are done beside the main thread.
 *
 * @returns a function that makes the `DKIM-Signature` of a letter over all headers it is given, whose body must be as the relaxed
 *   canonicalization leaves it.
 * @throws Error when the key cannot be read.
 * @see https://www.rfc-editor.org/rfc/rfc6376
 */
export function prepareSigning({
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
