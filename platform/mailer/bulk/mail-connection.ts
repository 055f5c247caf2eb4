/** SMTP envelope: sender and recipient, each one plain address. */
export type Envelope = { from: string; to: string }

/** Thrown when sending was cancelled before any part of the email was transmitted. */
export class SendCancelledError extends Error {
  override name = 'SendCancelledError'
}

/**
 * A connection that sends one email at a time. `confirmSend` is awaited just before the first byte of the body is
 * transmitted; when it resolves to false, nothing is transmitted.
 */
export type MailConnection = {
  /** @throws MailRejectedError, or SendCancelledError. */
  send(
    id: string,
    envelope: Envelope,
    source: Buffer,
    confirmSend: () => Promise<boolean>,
  ): Promise<{ response: string }>
  /** Closes the connection; an email being sent is aborted. */
  close(): void
}
