import { convert } from 'html-to-text'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { cutText } from '#shared/cut-text.ts'
import { addressOf, fieldsOf, plain, type ReportedRecipient, statusRecipients } from './read-status.ts'
import { readText } from './read-text.ts'

/**
 * Kind of a returned email. `leaving`: an unsubscribe by email, see `List-Unsubscribe`. `away`: an automatic reply or a
 * not-spam report. `unread`: not understood.
 */
type FeedbackKind = 'bounce' | 'complaint' | 'leaving' | 'away' | 'unread'

/** Contents of a returned email. */
export type FeedbackReport = {
  kind: FeedbackKind
  /** Addresses that may contain a delivery's token. */
  envelopes: string[]
  /** Recipients the report is about; a redacted one has an empty address. */
  recipients: ReportedRecipient[]
  /** True if a program probably wrote it. */
  isFromProgram: boolean
  /** Subject as shown to a person. */
  subject: string
  /** Sender as `Name <address>`, or the one of them that is known; may be empty. */
  from: string
  /** Beginning of the text. */
  excerpt: string
}

const maxRecipients = 20
const maxExcerptLength = 500
const maxNameLength = 100
const maxAddressLength = 254
/** The relevant part of a report is at its beginning. */
const maxHtmlLength = 50_000

/**
 * Reads a delivery status notification (RFC 3464), a plain-text bounce, a feedback report (RFC 5965), or an unsubscribe
 * by email (RFC 2369).
 *
 * @param raw The whole email; untrusted.
 * @param deliveredTo Recipient of the mailbox, if it is known.
 */
export async function readReport(raw: Buffer, deliveredTo: string[] = []): Promise<FeedbackReport> {
  const text = raw.toString('utf8')
  const mail = await PostalMime.parse(raw, {
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
    forceRfc822Attachments: true,
  }).catch(() => undefined)
  if (!mail)
    return {
      kind: 'unread',
      envelopes: [...deliveredTo, text],
      recipients: [],
      isFromProgram: true,
      subject: '',
      from: '',
      excerpt: excerptOf(text),
    }
  const part = (type: string) => textOf(mail.attachments.find(({ mimeType }) => mimeType.toLowerCase() === type))
  const returned = part('message/rfc822') ?? part('text/rfc822-headers') ?? ''
  const original = fieldsOf(returned.split(/\r?\n\r?\n/, 1)[0] ?? '')
  const feedback = part('message/feedback-report')
  const body = mail.text?.trim()
    ? mail.text
    : mail.html
      ? withoutTags(mail.html)
      : (/\r?\n\r?\n([\s\S]*)/.exec(text)?.[1] ?? '')
  const status = part('message/delivery-status') ?? part('message/global-delivery-status')
  return {
    ...(feedback === undefined
      ? parseBounce(mail, { status, body, text, returned, original })
      : errorMessage(feedback)),
    envelopes: [
      ...deliveredTo,
      ...['delivered-to', 'x-original-to', 'envelope-to', 'to'].flatMap((name) => headersOf(mail, name)),
      ...original.get('return-path'),
      ...fieldsOf(feedback ?? '').get('original-mail-from'),
      // A token identifies the delivery wherever it appears.
      body,
      text,
      // The decoded text, because a base64 part cannot be searched as it was received.
      returned,
      feedback ?? '',
      status ?? '',
    ],
    isFromProgram: isAutomatic(mail),
    subject: cutText(plain(mail.subject ?? ''), 300),
    from: senderOf(mail),
    excerpt: excerptOf(body),
  }
}

type Understood = Pick<FeedbackReport, 'kind' | 'recipients'>

/**
 * Meaning of feedback report types. Only abuse and fraud are complaints; reports about our authentication, a virus or
 * anything else are no evidence about the subscriber and are listed for a person.
 *
 * @see https://www.iana.org/assignments/marf-parameters
 */
const feedbackKinds: [type: RegExp, kind: FeedbackKind][] = [
  [/^(abuse|fraud|complaint)$/i, 'complaint'],
  [/^opt-?out(-list)?$/i, 'leaving'],
  [/^not[-_]spam$/i, 'away'],
]

function errorMessage(feedback: string): Understood {
  const fields = fieldsOf(feedback)
  const [type = 'abuse'] = fields.get('feedback-type')
  const kind = feedbackKinds.find(([pattern]) => pattern.test(type.trim()))?.[1] ?? 'unread'
  if (kind !== 'complaint') return { kind, recipients: [] }
  const response = plain([type, fields.get('user-agent')[0]].filter(Boolean).join(' by '))
  const named = ['original-rcpt-to', 'original-recipient', 'removal-recipient'].flatMap((name) => fields.get(name))
  return { kind: 'complaint', recipients: complainants(named, response) }
}

function complainants(named: string[], response: string): ReportedRecipient[] {
  return named.slice(0, maxRecipients).map((value) => ({ address: addressOf(value), action: 'complained', response }))
}

type Parts = {
  status: string | undefined
  body: string
  text: string
  returned: string
  original: ReturnType<typeof fieldsOf>
}

function parseBounce(mail: Email, { status, body, text, returned, original }: Parts): Understood {
  // Outlook.com sends a complaint as the original email, with an extra header field for the recipient.
  const outlook = original.get('x-hmxmroriginalrecipient')
  if (outlook.length > 0 && /complaint/i.test(mail.subject ?? ''))
    return { kind: 'complaint', recipients: complainants(outlook, 'abuse') }
  const report = readText(mail.subject ?? '', body)
  // The outer report of a gateway states only that the email did not arrive; the dialog is in the embedded report.
  const passedOn = /transcript of (the )?session/i.test(returned) ? readText('', returned) : undefined
  const isByProgram = isAutomatic(mail)
  // If the parts of a report are broken, its fields appear somewhere in the text.
  const fields =
    status ?? (!isByProgram ? '' : /^[ \t]*(final-recipient|diagnostic-code)[ \t]*:/im.test(body) ? body : text)
  const recipients = statusRecipients(fields, report).slice(0, maxRecipients)
  if (recipients.length > 0) return { kind: 'bounce', recipients }
  // The subject must be exactly as our header requests it; automatic replies put other words before it.
  if (/^\s*unsubscribe\s*$/i.test(mail.subject ?? '')) return { kind: 'leaving', recipients: [] }
  // A mail system that quotes a refusal is recognized whatever language it writes in.
  const isBySystem = hasNullSender(mail) || isDaemon(mail)
  const isFailure = report.isFailure || (isBySystem && report.transcript.length > 0)
  if (!isByProgram || !isFailure || body.trim() === '')
    return { kind: isAway(mail) ? 'away' : 'unread', recipients: [] }
  const failed = headersOf(mail, 'x-failed-recipients')
    .flatMap((value) => value.split(','))
    .map(addressOf)
  const {
    transcript: [response = '', ...transcript],
    after,
  } = report.transcript.length > 0 ? report : (passedOn ?? report)
  // A ticket system or an automatic reply may contain any of these words.
  const isHearsay = !isBySystem && !report.transcript.some((reply) => /\b5\d\d[ -]/.test(reply))
  const facts = {
    response: plain(response),
    after,
    transcript,
    text: report.words,
    isHearsay,
    action: report.isDelay ? 'delayed' : 'failed',
  }
  const named = [failed, report.addresses, ['']].find((addresses) => addresses.length > 0)!
  return { kind: 'bounce', recipients: named.slice(0, maxRecipients).map((address) => ({ address, ...facts })) }
}

/** Returns the sender for a person to read; each half is cut by itself, so that the address keeps its brackets. */
function senderOf({ from }: Email): string {
  const name = cutText(plain(from?.name ?? ''), maxNameLength)
  const address = cutText(plain(from?.address ?? ''), maxAddressLength)
  return name && address && name !== address ? `${name} <${address}>` : address || name
}

/**
 * Returns whether a program wrote an email: it has no envelope sender, a header for automatic email, or the name of a
 * mail program.
 */
function isAutomatic(mail: Email): boolean {
  const from = `${mail.from?.address ?? ''} ${mail.from?.name ?? ''}`.trim()
  return (
    hasNullSender(mail) ||
    headersOf(mail, 'auto-submitted').some((value) => /^\s*auto/i.test(value)) ||
    headersOf(mail, 'x-failed-recipients').length > 0 ||
    from === '' ||
    isDaemon(mail) ||
    /no.?reply/i.test(from)
  )
}

function hasNullSender(mail: Email): boolean {
  return headersOf(mail, 'return-path').some((value) => /^(<\s*>)?$/.test(value.trim()))
}

function isDaemon(mail: Email): boolean {
  return /mailer.?daemon|post_?master|mail.?delivery|mail.?system|mail.?admin/i.test(
    `${mail.from?.address ?? ''} ${mail.from?.name ?? ''}`,
  )
}

function isAway(mail: Email): boolean {
  if (isDaemon(mail)) return false
  return (
    headersOf(mail, 'auto-submitted').some((value) => /^\s*auto-replied/i.test(value)) ||
    headersOf(mail, 'precedence').some((value) => /auto.?reply/i.test(value)) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => headersOf(mail, name).length > 0) ||
    /^(auto(matic)?[ -]?(reply|response|antwort)|out of (the )?office|automatische antwort|abwesen|réponse automatique|respuesta automática)/i.test(
      mail.subject ?? '',
    )
  )
}

function headersOf(mail: Email, name: string): string[] {
  return mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
}

function withoutTags(html: string): string {
  return convert(html.slice(0, maxHtmlLength), {
    wordwrap: false,
    limits: { maxDepth: 40, maxChildNodes: 400 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
    ],
  })
}

function textOf(attachment: Attachment | undefined): string | undefined {
  if (!attachment) return undefined
  const { content } = attachment
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

function excerptOf(text: string): string {
  return cutText(plain(cutText(text, 4000)), maxExcerptLength)
}
