/** A copy on its way: who sends it and who gets it, each one plain address. */
export type Envelope = { from: string; to: string }

/** The copy was not wanted any more when its turn had come; nothing of it left. */
export class SendCancelledError extends Error {
  override name = 'SendCancelledError'
}

/**
 * One place to hand copies over, one at a time.
 *
 * `mayLeave` is asked and awaited just before the first byte of the body leaves; when it says no, nothing leaves.
 */
export type MailConnection = {
  /** @throws MailRejectedError, or SendCancelledError. */
  send(
    id: string,
    envelope: Envelope,
    source: Buffer,
    confirmSend: () => Promise<boolean>,
  ): Promise<{ response: string }>
  /** Says goodbye when nothing is on its way; what is on its way breaks. */
  close(): void
}
