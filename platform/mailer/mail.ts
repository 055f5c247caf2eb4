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

/** Refuses what could address a second person or add a header. */
export function assertSafeMail(mail: Mail): void {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020,;<>()"\\]/.test(mail.to) || mail.to.split('@').length !== 2)
    throw new TypeError('a mail goes to exactly one plain address')
  if (/[\r\n]/.test(mail.subject)) throw new TypeError('a subject is one line')
}
