import type { Config } from '#platform/config.ts'
import { senderAddress } from '#platform/mailer/transport.ts'

/** Returns the `Message-ID` of a delivery's email, without its angle brackets; it stays the same when it is resent. */
export function deliveryMessageId(deliveryId: string, { MAIL_FROM }: Pick<Config, 'MAIL_FROM'>): string {
  return `${deliveryId}@${senderDomain(MAIL_FROM)}`
}

/** Returns the domain of a sender such as `Swade <news@example.com>`. */
export const senderDomain = (mailFrom: string): string => senderAddress(mailFrom).split('@')[1] ?? 'localhost'
