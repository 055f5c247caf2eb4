import { cutText } from '#shared/cut-text.ts'

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

/** The relay did not take the mail. */
export class MailRefusedError extends Error {
  readonly permanent: boolean
  readonly answered: boolean
  readonly isAboutMail: boolean
  readonly reply: string | undefined
  constructor(message: string, { permanent, answered, isAboutMail, reply }: Facts) {
    super(message)
    this.name = 'MailRefusedError'
    this.permanent = permanent
    this.answered = answered
    this.isAboutMail = isAboutMail
    this.reply = reply
  }
}

type LibraryError = { responseCode?: number; response?: string; message?: string; code?: string; command?: string }

/** What a failure of the mail library means for the one mail it was about. */
export function refusalOf(error: unknown): MailRefusedError {
  const { responseCode, response, message, code, command } = error as LibraryError
  const answered = responseCode !== undefined
  // 421: the relay says goodbye, whatever it was asked.
  const isAboutMail = answered && responseCode !== 421 && (command === 'RCPT TO' || code === 'EMESSAGE')
  return new MailRefusedError(cutText(`${code ?? 'ERROR'}: ${message ?? 'unknown'}`, 500), {
    answered,
    isAboutMail,
    // Only this person or this text can be refused for good. A wrong password or sender is the owner's to mend, and the mail waits.
    permanent: isAboutMail && responseCode >= 500,
    reply: answered && response !== undefined ? cutText(response, 500) : undefined,
  })
}
