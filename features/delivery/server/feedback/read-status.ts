import { cutText } from '#shared/cut-text.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import type { RefusalFacts } from './refusal-kind.ts'
import type { ReportText } from './read-text.ts'

/** One recipient of a report, with a server's reply about them. */
export type ReportedRecipient = RefusalFacts & {
  /** Lower case; empty or a bare name when the report has no address. */
  address: string
  /** `failed`, `delayed`, `delivered`, `complained`. */
  action: string
  /** The server's own reply; may be empty. */
  response: string
}

const maxResponseLength = 600
/** In UTF-16 code units; longer values are neither addresses nor replies. */
const maxFieldLength = 2000

/**
 * Reads the recipients of a delivery status notification.
 *
 * @param block Its fields, in groups between empty lines; other text around them is ignored.
 * @param text Statements of the email outside the notification.
 * @see https://www.rfc-editor.org/rfc/rfc3464
 */
export function statusRecipients(block: string, text: ReportText): ReportedRecipient[] {
  // Amazon accepts an email before a rule of the recipient refuses it, with arbitrary text.
  const isByRule = /^reporting-mta:.*\binbound-smtp\.[\w-]+\.amazonaws\.com/im.test(block)
  return block
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .flatMap((fields) => {
      const originals = fields.get('original-recipient')
      const final = fields.get('final-recipient')[0] ?? originals[0] ?? ''
      const [action = ''] = fields.get('action')
      const [status = ''] = fields.get('status')
      if (action === '' || (final === '' && status === '')) return []
      // PowerMTA states explicitly that the recipient was refused.
      const isMailbox = /bad-(mailbox|domain)/.test(fields.get('x-powermta-bouncecategory')[0] ?? '')
      const facts = {
        response: plain((fields.get('diagnostic-code')[0] ?? '').replace(/^\s*[\w-]+\s*;\s*/i, '')),
        status: plain(status),
        after: isMailbox ? ('recipient' as const) : isByRule ? ('accepted' as const) : text.after,
        transcript: text.transcript,
        text: text.words,
        action: actionOf(action, status),
      }
      // If the email was forwarded, the first name is the address that we sent it to.
      return [...originals, final].slice(0, 2).map((value) => ({ address: addressOf(value), ...facts }))
    })
}

function actionOf(action: string, status: string): string {
  const name = action.trim().toLowerCase()
  if (/^(fail|expire|denied|reject|undeliver)/.test(name)) return 'failed'
  if (/^(delay|defer)/.test(name)) return 'delayed'
  if (/^(deliver|relay|expand)/.test(name)) return 'delivered'
  return status.startsWith('2') ? 'delivered' : 'failed'
}

/** Returns the header fields of a block of lines by their lower-case names, with folded lines joined. */
export function fieldsOf(block: string): { get(name: string): string[] } {
  const fields = block
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => /^([\w-]{1,80})[ \t]*:\s*(.*)$/.exec(line))
  return {
    get: (name) =>
      fields.flatMap((match) =>
        match?.[1]!.toLowerCase() === name ? [match[2]!.slice(0, maxFieldLength).trim()] : [],
      ),
  }
}

/**
 * Returns the address in `rfc822; person@example.com` or `<person@example.com>`, in the form in which addresses are
 * stored.
 */
export function addressOf(value: string): string {
  return normalizeEmail((value.split(';').at(-1) ?? '').replaceAll(/[<>\s]/g, ''))
}

/** Returns text on one line, truncated and without invisible characters. */
export function plain(response: string): string {
  return cutText(response.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim(), maxResponseLength)
}
