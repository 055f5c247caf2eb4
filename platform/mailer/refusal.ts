type Facts = {
  /** Saying it again would not help. */
  permanent: boolean
  /** The relay said so itself; else the line broke or nobody was there. */
  answered: boolean
  /** It is about this one person or text; else about the line, which refuses every mail alike. */
  isAboutMail: boolean
}

/** The relay did not take the mail. */
export class MailRefusedError extends Error {
  readonly permanent: boolean
  readonly answered: boolean
  readonly isAboutMail: boolean
  constructor(message: string, { permanent, answered, isAboutMail }: Facts) {
    super(message)
    this.name = 'MailRefusedError'
    this.permanent = permanent
    this.answered = answered
    this.isAboutMail = isAboutMail
  }
}

/** What a failure of the mail library means for the one mail it was about. */
export function refusalOf(error: unknown): MailRefusedError {
  const { responseCode, message, code, command } = error as { responseCode?: number; message?: string; code?: string; command?: string }
  const answered = responseCode !== undefined
  // 421: the relay says goodbye, whatever it was asked.
  const isAboutMail = answered && responseCode !== 421 && (command === 'RCPT TO' || code === 'EMESSAGE')
  return new MailRefusedError(`${code ?? 'ERROR'}: ${message ?? 'unknown'}`.slice(0, 500), {
    answered,
    isAboutMail,
    // Only this person or this text can be refused for good. A wrong password or sender is the owner's to mend, and the mail waits.
    permanent: isAboutMail && responseCode >= 500,
  })
}
