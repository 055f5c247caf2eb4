import { cutText } from '#shared/cut-text.ts'
import { externalErrorMessage } from '#platform/http-client/external-error.ts'

type Facts = {
  /** Saying it again would not help. */
  permanent: boolean
  /** The relay said so itself; else the line broke or nobody was there. */
  answered: boolean
  /** It is about this one person or text; else about the line, which refuses every mail alike. */
  isAboutMail: boolean
  /** The relay's own words alone, `550 5.1.1 no such user`; absent where it said nothing. */
  reply?: string | undefined
}

/**
 * The relay did not take the mail. Its message is fit for a person: the relay's own words, or ours where it said
 * nothing.
 */
export class MailRejectedError extends Error {
  readonly permanent: boolean
  readonly answered: boolean
  readonly isAboutMail: boolean
  readonly reply: string | undefined
  constructor(message: string, { permanent, answered, isAboutMail, reply }: Facts, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailRejectedError'
    this.permanent = permanent
    this.answered = answered
    this.isAboutMail = isAboutMail
    this.reply = reply
  }
}

type LibraryError = { responseCode?: number; response?: string; code?: string; command?: string }

/** The mail library's own codes. @see https://nodemailer.com/errors */
const wordsByCode: Record<string, string> = {
  EAUTH: 'the user name or password was rejected',
  ENOAUTH: 'a user name and password are required',
  EDNS: 'host name not found',
  ETLS: 'no supported TLS protocol',
  EREQUIRETLS: 'no supported TLS protocol',
  EPROTOCOL: 'the response is not valid SMTP',
}

function wordsOfRelay(error: unknown): string {
  const { code = '' } = error as LibraryError
  return Object.hasOwn(wordsByCode, code) ? wordsByCode[code]! : externalErrorMessage(error)
}

/** What a failure of the mail library means for the one mail it was about. */
export function toMailRejectedError(error: unknown): MailRejectedError {
  const { responseCode, response, code, command } = error as LibraryError
  const answered = responseCode !== undefined
  // 421: the relay says goodbye, whatever it was asked.
  const isAboutMail = answered && responseCode !== 421 && (command === 'RCPT TO' || code === 'EMESSAGE')
  const reply = answered && response !== undefined ? cutText(response, 500) : undefined
  const facts = {
    answered,
    isAboutMail,
    // Only this person or this text can be refused for good. A wrong password or sender is the owner's to mend, and the
    // mail waits.
    permanent: isAboutMail && responseCode >= 500,
    reply,
  }
  return new MailRejectedError(reply || `The mail server did not respond: ${wordsOfRelay(error)}.`, facts, error)
}
