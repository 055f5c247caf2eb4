/** One mail to one person, complete: nothing is looked up when it is sent. */
export type Mail = {
  /** Exactly one addr-spec; see `shared/email-address.ts`. */
  to: string
  subject: string
  html: string
  text: string
  /** Where RFC 8058 one-click unsubscribing is posted; adds both headers. */
  unsubscribeUrl?: string
}

/** A mail that cannot be written as it stands, and will never be; the message is fit for a person. */
export class InvalidMailError extends TypeError {}

/** Why a mail cannot be written, in words for a person: what went wrong in a program is for the log alone. */
export function invalidMailMessage(error: TypeError): string {
  return error instanceof InvalidMailError ? error.message : 'this email could not be generated'
}

/** Refuses what could address a second person or add a header. @throws InvalidMailError */
export function assertSafeMail(mail: Mail): void {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020,;<>()"\\]/.test(mail.to) || mail.to.split('@').length !== 2)
    throw new InvalidMailError('the recipient must be exactly one plain address')
  if (/[\r\n]/.test(mail.subject)) throw new InvalidMailError('the subject must be a single line')
}
