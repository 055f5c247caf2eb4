import { cutText } from '#shared/cut-text.ts'
import { externalErrorMessage } from '#platform/http-client/external-error.ts'

type RejectionFacts = {
  /** True if retrying cannot succeed. */
  permanent: boolean
  /** True if the mail server replied; otherwise the connection failed. */
  answered: boolean
  /** True if the error concerns only this email; otherwise the connection rejects every email. */
  isAboutMail: boolean
  /** Reply of the mail server, such as `550 5.1.1 no such user`, if it replied. */
  reply?: string | undefined
}

/**
 * Thrown when the mail server did not accept an email. The message can be shown to users: it is the server's reply, or
 * our description.
 */
export class MailRejectedError extends Error {
  readonly permanent: boolean
  readonly answered: boolean
  readonly isAboutMail: boolean
  readonly reply: string | undefined
  constructor(message: string, { permanent, answered, isAboutMail, reply }: RejectionFacts, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailRejectedError'
    this.permanent = permanent
    this.answered = answered
    this.isAboutMail = isAboutMail
    this.reply = reply
  }
}

/** Error of the mail library; it has a reply code if the mail server replied. */
export type SmtpError = { responseCode?: number; response?: string; code?: string; command?: string }

/**
 * Messages for the error codes of the mail library.
 *
 * @see https://nodemailer.com/errors
 */
const messageByCode: Record<string, string> = {
  EAUTH: 'the username or password was rejected',
  ENOAUTH: 'a username and password are required',
  EDNS: 'host name not found',
  ETLS: 'no supported TLS protocol',
  EREQUIRETLS: 'no supported TLS protocol',
  EPROTOCOL: 'the response is not valid SMTP',
}

/** Returns a user-facing message for an error of the mail library, which follows a colon. */
export function smtpErrorMessage(error: unknown): string {
  const { code = '' } = error as SmtpError
  return Object.hasOwn(messageByCode, code) ? messageByCode[code]! : externalErrorMessage(error)
}

/** Converts an error of the mail library to a MailRejectedError. */
export function toMailRejectedError(error: unknown): MailRejectedError {
  const { responseCode, response, code, command } = error as SmtpError
  const answered = responseCode !== undefined
  // 421 means that the mail server closes the connection, whatever the command.
  const isAboutMail = answered && responseCode !== 421 && (command === 'RCPT TO' || code === 'EMESSAGE')
  const reply = answered && response !== undefined ? cutText(response, 500) : undefined
  const facts = {
    answered,
    isAboutMail,
    // Only a rejection of this recipient or content is permanent. A wrong password or sender can be fixed, and the
    // email waits.
    permanent: isAboutMail && responseCode >= 500,
    reply,
  }
  return new MailRejectedError(
    reply || `Communication with the mail server failed: ${smtpErrorMessage(error)}.`,
    facts,
    error,
  )
}
