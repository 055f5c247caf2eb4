/** A complete email to one person; sending it needs no further lookups. */
export type Mail = {
  /** Exactly one addr-spec; see `shared/email-address.ts`. */
  to: string
  subject: string
  html: string
  text: string
  /** URL for RFC 8058 one-click unsubscribe; adds both headers. */
  unsubscribeUrl?: string
}

/** Thrown for an email that can never be sent as it is. The message can be shown to users. */
export class InvalidMailError extends TypeError {}

/** Returns the user-facing reason why an email is invalid; program errors are only logged. */
export function invalidMailMessage(error: TypeError): string {
  return error instanceof InvalidMailError ? error.message : 'this email could not be generated'
}

/**
 * Rejects emails that could address a second person or add a header.
 *
 * @throws InvalidMailError
 */
export function assertSafeMail(mail: Mail): void {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020,;<>()"\\]/.test(mail.to) || mail.to.split('@').length !== 2)
    throw new InvalidMailError('the recipient must be exactly one plain address')
  if (/[\r\n]/.test(mail.subject)) throw new InvalidMailError('the subject must be a single line')
}
