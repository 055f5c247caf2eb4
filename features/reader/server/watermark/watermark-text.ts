import { domainToASCII } from 'node:url'

/** Whose copy it is, as the gate tells it: the order's code and the masked address, never a name. */
export type Mark = { orderCode: string; maskedEmail: string }

/** More than this would run off a narrow page; the order's code alone tells whose copy it is. */
const longestLine = 64

/**
 * The line that stands on every page of a bought copy, such as `SW-7K3M9QPD · r•••@example.com`.
 * It holds letters only that every face and every PDF reader has: other alphabets become dots, a domain its ASCII form.
 */
export function markLine({ orderCode, maskedEmail }: Mark): string {
  const at = maskedEmail.lastIndexOf('@')
  const domain = at < 0 ? '' : maskedEmail.slice(at + 1)
  const address = at < 0 ? maskedEmail : `${maskedEmail.slice(0, at)}@${domainToASCII(domain) || domain}`
  const line = [orderCode, address]
    .filter(Boolean)
    .join(' · ')
    .replace(/[^\x20-\x7e·•]/gu, '•')
  return line.length > longestLine ? `${line.slice(0, longestLine - 3)}...` : line
}
