import type { SecretBox } from '#platform/secret-box.ts'
import { InvalidMailError, type Mail } from './mail.ts'

/** Texts and links of an email, encrypted; without them once they were removed. */
export type StoredMail = Pick<Mail, 'to' | 'subject'> & {
  /** {@link Mail} without `to` and `subject`, as encrypted JSON. */
  sealed?: string
} & Partial<Pick<Mail, 'html' | 'text' | 'unsubscribeUrl'>>

/** Encrypts the texts of an email, which contain personal links and sign-in codes; recipient and subject stay. */
export async function sealMail({ to, subject, ...body }: Mail, box: SecretBox): Promise<StoredMail> {
  return { to, subject, sealed: await box.seal(JSON.stringify(body)) }
}

/**
 * Reads a stored email. One that an earlier version stored, or whose texts were removed, is not encrypted.
 *
 * @throws InvalidMailError if it was encrypted with a key that the site no longer has.
 */
export async function openMail({ sealed, ...stored }: StoredMail, box: SecretBox): Promise<Mail> {
  const plain = { html: '', text: '', ...stored }
  if (sealed === undefined) return plain
  const body = await box.open(sealed)
  if (body === undefined)
    throw new InvalidMailError('the text cannot be decrypted, because the key in the file storage has changed')
  return { ...plain, ...(JSON.parse(body) as Pick<Mail, 'html' | 'text'>) }
}
