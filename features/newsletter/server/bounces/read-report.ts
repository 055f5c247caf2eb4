import PostalMime, { type Attachment } from 'postal-mime'
import { cutText } from '#shared/cut-text.ts'
import { storedSpelling } from '#shared/email-address.ts'

/** What a mail that came back says. */
export type ReturnReport = {
  /** `leaving`: a person used the mail way out of `List-Unsubscribe`. */
  kind: 'bounce' | 'complaint' | 'leaving'
  /** Addresses in which a copy's own mark may stand. */
  envelopes: string[]
  /** Whom it is about; a complaint may leave that out. */
  recipients: { address: string; action: string; said: string }[]
}

const longestSaid = 300
const mostRecipients = 20

/**
 * Reads a delivery status notification (RFC 3464), a feedback report (RFC 5965), or a goodbye by mail (RFC 2369).
 *
 * @param raw The whole mail as it came in. Anything may stand in it.
 * @param deliveredTo Whom the mailbox got it for, where whoever hands it over knows.
 * @returns undefined when it is none of them.
 */
export async function readReport(raw: Buffer, deliveredTo: string[] = []): Promise<ReturnReport | undefined> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8', maxNestingDepth: 20, maxRfc822NestingDepth: 1 }).catch(
    () => undefined,
  )
  if (!mail) return undefined
  const part = (type: string) => textOf(mail.attachments.find(({ mimeType }) => mimeType.toLowerCase() === type))
  const original = part('message/rfc822') ?? part('text/rfc822-headers') ?? ''
  const envelopes = [
    ...deliveredTo,
    ...mail.headers.filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to', 'to'].includes(key)).map(({ value }) => value),
    ...fieldsOf(original.split(/\r?\n\r?\n/, 1)[0] ?? '').get('return-path'),
  ]
  const feedback = part('message/feedback-report')
  if (feedback !== undefined) {
    const fields = fieldsOf(feedback)
    // "Not spam" is a report, too.
    if (fields.get('feedback-type')[0]?.toLowerCase() === 'not-spam') return undefined
    const said = [fields.get('feedback-type')[0], fields.get('user-agent')[0]].filter(Boolean).join(' by ')
    return {
      kind: 'complaint',
      envelopes: [...envelopes, ...fields.get('original-mail-from')],
      recipients: fields
        .get('original-rcpt-to')
        .slice(0, mostRecipients)
        .map((value) => ({ address: addressOf(value), action: 'complained', said: plain(said) })),
    }
  }
  const status = part('message/delivery-status') ?? part('message/global-delivery-status')
  // Exactly as the header asks for it: whoever is away until Monday answers with other words before these.
  if (status === undefined)
    return /^\s*unsubscribe\s*$/i.test(mail.subject ?? '') ? { kind: 'leaving', envelopes, recipients: [] } : undefined
  const recipients = status
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .flatMap((fields) => {
      const [final] = fields.get('final-recipient')
      const [action] = fields.get('action')
      if (!final || !action) return []
      const said = [fields.get('status')[0] ?? '', (fields.get('diagnostic-code')[0] ?? '').replace(/^\s*smtp\s*;\s*/i, '')]
      // Where a mail was forwarded, the first name is the one we wrote to.
      return [...fields.get('original-recipient'), final]
        .slice(0, 2)
        .map((value) => ({ address: addressOf(value), action: action.trim().toLowerCase(), said: plain(said.join(' ')) }))
    })
  return { kind: 'bounce', envelopes, recipients: recipients.slice(0, mostRecipients) }
}

function textOf(attachment: Attachment | undefined): string | undefined {
  if (!attachment) return undefined
  const { content } = attachment
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/** Header fields of a block of lines, folded ones joined, by their names in lower case. */
function fieldsOf(block: string): { get(name: string): string[] } {
  const fields = block
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => /^([\w-]{1,80}):\s*(.*)$/.exec(line))
  return { get: (name) => fields.flatMap((match) => (match?.[1]!.toLowerCase() === name ? [match[2]!.trim()] : [])) }
}

// `rfc822; person@example.com`, or with angle brackets.
function addressOf(value: string): string {
  return storedSpelling((value.split(';').at(-1) ?? '').replaceAll(/[<>\s]/g, ''))
}

function plain(said: string): string {
  return cutText(said.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim(), longestSaid)
}
