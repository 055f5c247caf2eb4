import { domainToASCII } from 'node:url'

/** Owner of a copy: the order code and the masked address, never a name. */
export type Watermark = { orderCode: string; maskedEmail: string }

/** More would not fit on a narrow page; the order code alone identifies the copy. */
const maxLength = 64

/**
 * Returns the watermark of a purchased copy, such as `SW-7K3M9QPD · r•••@example.com`. It uses only characters that
 * every font and PDF reader has: other alphabets become dots, a domain its ASCII form.
 */
export function watermarkText({ orderCode, maskedEmail }: Watermark): string {
  const at = maskedEmail.lastIndexOf('@')
  const domain = at < 0 ? '' : maskedEmail.slice(at + 1)
  const address = at < 0 ? maskedEmail : `${maskedEmail.slice(0, at)}@${domainToASCII(domain) || domain}`
  const line = [orderCode, address]
    .filter(Boolean)
    .join(' · ')
    .replace(/[^\x20-\x7e·•]/gu, '•')
  return line.length > maxLength ? `${line.slice(0, maxLength - 3)}...` : line
}
