/*
 * Owner: the desk of the one who runs the site.
 * Owns: for now the local outbox, where mails that had no relay can be read on a developer's machine.
 * Does not own: the newsletter desk (newsletter), the mails themselves (platform/mailer).
 */

/** One mail as it was handed over or waits to be. */
export type OutboxMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  state: string
  createdAt: string
  unsubscribeUrl: string | undefined
}

/** The newest mails. Absent in production: then the page behind it does not exist. */
export type OutboxService = { list(): Promise<OutboxMail[]> }

declare module '#shared/services.ts' {
  interface Services {
    outbox: OutboxService | undefined
  }
}
