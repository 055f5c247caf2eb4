import type { Stage } from './refusal-kind.ts'

/** Statements of a returned email's own text, without the email it returns. */
export type ReportText = {
  /** Quoted server replies, in order. */
  transcript: string[]
  /** The whole text without forms and headings. */
  words: string
  after: Stage
  /** True if the text says that an email did not arrive. */
  isFailure: boolean
  /** True if the text says that delivery will be retried. */
  isDelay: boolean
  /** Addresses at positions where reports name unreachable recipients, in lower case. */
  addresses: string[]
}

const maxTextLength = 20_000
const maxWordsLength = 4000
const maxReplyLength = 1000
const maxReplies = 8
/** Maximum number of continuation lines of a reply. */
const maxContinuedLines = 6

const quoteBegins =
  /^[ \t|*-]*(below this line is a copy|this is a copy of|original (message|mail)|returned message|enclosed is a copy|unsent message|message (headers? follow|text follows)|included is a copy|the header of the original|below is a copy|your (original )?message (follows|reads)|the message that you sent|rejected message|undelivered message|headers? of (the )?(undelivered|original))/im
const headerBegins = /^(return-path|received|dkim-signature|message-id|mime-version|x-[\w-]+):/im

const failureMessage =
  /undeliver|(not|n't|unable to) (be )?(deliver|sen[dt])|deliver(y|ing)?\b.{0,60}(fail|error|problem|trouble|unsuccess|status|not)|trouble delivering|fail(ed|ure)\b.{0,60}(deliver|notice|send|reach|recipient)|error sending your mail|return(ed|ing) (mail|message|to sender)|did(n't| not) reach|could not send mail|mail (system )?error|unknown (user|recipient)|user unknown|mailbox (is )?full|been (delayed|rejected|returned)|not been delivered|no such user|invalid (recipient|address|user|final delivery)|配信できません|送信できません|не доставлено/i
const delayPattern =
  /\b(been|is) delayed|not yet (been )?delivered|warning message only|will be retried|will continue to|delivery attempts will continue|temporary failure report|still (being )?(tr(y|ied)|retr)|\((delay|warning)\)|: warning\b|^warning|will keep trying/i

/** Form fields and headings, which contain no information about the refusal. */
const headings =
  /^[ \t]*(subject|from|to|cc|date|sent|message-id|sender|original sender)[ \t]*:.*$|return(ing|ed)? (the )?(message|mail)? ?to (the )?sender|this message was created automatically by .{0,40}|this is a permanent error/gim

const replyLine = /(^|[\s>(<#])[45]\d\d(([ -]|: ?)\D|\s*$)|(^|[^\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/
const commandLine = /^\s*(?:>>>|Sent <<<|C:)\s*(\w+)/i
const refusedLine = /^\s*(<<<|Received >>>|S:)\s*[45]\d\d/

/** @param text Text of the whole email, including the email that it returns. */
export function readText(subject: string, text: string): ReportText {
  const own = withoutQuote(text)
  const all = `${subject}\n${own}`
  return {
    transcript: transcriptOf(own),
    words: flat(all.replaceAll(headings, ' ')).slice(0, maxWordsLength),
    after: stageOf(own),
    isFailure: failureMessage.test(all),
    isDelay: delayPattern.test(all),
    addresses: addressesOf(own),
  }
}

function withoutQuote(text: string): string {
  const ends = [quoteBegins, headerBegins].map((pattern) => pattern.exec(text)?.index ?? text.length)
  const end = Math.min(...ends)
  // If the text starts with the returned email, the statement follows it.
  return text.slice(0, end < 20 ? text.length : end).slice(0, maxTextLength)
}

function transcriptOf(text: string): string[] {
  const replies: string[] = []
  let continued = 0
  for (const line of text.split(/\r?\n/)) {
    // Later replies are consequences of the first refusal.
    if (commandLine.test(line) || line.trim() === '' || /\b(250|354|503)[ -]/.test(line)) continued = 0
    else if (replyLine.test(line) && !goesOn(replies.at(-1), line, continued)) {
      replies.push('')
      continued = maxContinuedLines
    }
    if (continued-- > 0) replies.push(`${replies.pop() ?? ''} ${line}`)
  }
  return replies.slice(0, maxReplies).map((reply) => flat(reply).slice(0, maxReplyLength))
}

/** A multi-line reply repeats its code; a wrapped one continues without it. */
function goesOn(reply: string | undefined, line: string, continued: number): boolean {
  if (reply === undefined || continued <= 0) return false
  const code = /^\s*(?:<<< )?([45]\d\d)[ -]/.exec(line)?.[1]
  return code === undefined ? !/^\s*(<<<|\w[\w -]*:)/.test(line) : reply.includes(`${code}-`)
}

const stages: [command: RegExp, stage: Stage][] = [
  [/^rcpt/i, 'recipient'],
  [/^(data|body)/i, 'body'],
  [/^mail/i, 'sender'],
  [/^address/i, 'address'],
]

function stageOf(text: string): Stage {
  const command = refusedCommand(text) ?? namedCommand(flat(text)) ?? ''
  return stages.find(([pattern]) => pattern.test(command))?.[1] ?? 'unknown'
}

/** Returns the command that was refused first in an SMTP dialog. */
function refusedCommand(text: string): string | undefined {
  // In a pipelined dialog, the server reports only afterwards that all recipients were refused.
  if (/no valid recipients|need rcpt|rcpt commands were rejected/i.test(text)) return 'rcpt'
  let command: string | undefined
  for (const line of text.split(/\r?\n/)) {
    command = commandLine.exec(line)?.[1] ?? command
    if (command && refusedLine.test(line)) return command
  }
  return undefined
}

function namedCommand(text: string): string | undefined {
  if (/does not like recipient/i.test(text)) return 'rcpt'
  if (/has rejected (the )?address/i.test(text)) return 'address'
  const named =
    /(?:in reply to|after|following|did not like our|smtp:|\[|smtp command) ?(?:the )?(?:end of |final |pipelined |sending )*(mail from|rcpt|data|body)/i
  return named.exec(text)?.[1]
}

const address = String.raw`([^\s<>@"']{1,64}@[^\s<>@"',;]{1,255})(?=["\s>:,;]|$)`
/** An address at the beginning of a line, or after phrases that reports put before it. */
const failedAddress = new RegExp(
  String.raw`(?:^[ \t*>]*|\b(?:to|recipients?|user|userid|attempts|errors|size|full|[45]\d\d|"emailAddress)["\\]*[ \t]*:?[ \t]*)["\\]*<?${address}`,
  'gim',
)
/** Contact addresses are not recipients. */
const otherAddress = /contact|assistance|questions|support|reply|postmaster@|\bfrom\b|abuse@/i

function addressesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => !otherAddress.test(line))
  const found = lines.flatMap((line) =>
    [...line.matchAll(failedAddress)].map(([, name = '']) => name.replace(/[.:]+$/, '').toLowerCase()),
  )
  return [...new Set(found)]
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
