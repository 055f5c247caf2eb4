import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { AppError } from '#shared/errors.ts'
import { RestoreError } from './read-backup.ts'

/** First bytes of every file in the age format. */
const magic = Buffer.from('age-encryption.org/v1\n')

/**
 * Encrypts a stream in the age format.
 *
 * @param recipients Public keys `age1…`; each of their secret keys can decrypt it.
 * @throws AppError `unavailable` when a public key is invalid.
 * @see https://age-encryption.org/v1
 */
export async function encryptBackup(source: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      source.destroy()
      throw new AppError(
        'unavailable',
        `BACKUP_RECIPIENTS contains an invalid public key: ${recipient}. Copy all of it, starting with age1.`,
        { cause: error },
      )
    }
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

/**
 * Decrypts a stream in the age format; an unencrypted one passes unchanged.
 *
 * @param identity Secret key `AGE-SECRET-KEY-…`.
 * @throws RestoreError when it is encrypted and the key is missing, invalid or wrong; while reading, when
 *   it is damaged.
 */
export async function decryptBackup(source: Readable, identity: string | undefined): Promise<AsyncIterable<Buffer>> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first: Buffer[] = []
  while (first.reduce((sum, chunk) => sum + chunk.length, 0) < magic.length) {
    const { value, done } = await chunks.next()
    if (done) break
    first.push(value)
  }
  const whole = Readable.from(joined(first, chunks), { objectMode: false })
  if (!Buffer.concat(first).subarray(0, magic.length).equals(magic)) return whole as AsyncIterable<Buffer>
  if (!identity) {
    source.destroy()
    throw new RestoreError(
      'This backup is encrypted. Set BACKUP_IDENTITY to its secret key, which starts with AGE-SECRET-KEY.',
    )
  }
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
  } catch (error) {
    source.destroy()
    throw new RestoreError('BACKUP_IDENTITY is not a valid secret key. Copy all of it, starting with AGE-SECRET-KEY.', {
      cause: error,
    })
  }
  try {
    return clearErrors(fromWeb(await decrypter.decrypt(toWeb(whole))))
  } catch (error) {
    source.destroy()
    throw new RestoreError('This backup cannot be decrypted with this BACKUP_IDENTITY, or it is damaged.', {
      cause: error,
    })
  }
}

async function* joined(first: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

async function* clearErrors(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield Buffer.from(chunk)
  } catch (error) {
    throw new RestoreError('The encrypted backup is incomplete or damaged.', { cause: error })
  }
}

// The types of web streams in Node and in the library differ, the objects do not.
const toWeb = (source: Readable) => Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>
const fromWeb = (source: ReadableStream<Uint8Array>) => Readable.fromWeb(source as never, { objectMode: false })

/** Creates a key pair: the server needs the recipient only; keep the identity elsewhere. */
export async function createBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}
