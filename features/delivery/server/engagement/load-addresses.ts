import { randomBytes } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { createDeliveryAddresses, type SignedDeliveryAddresses } from './delivery-addresses.ts'
import { ensureKey } from './queries.ts'

/**
 * @returns a loader of this site's signed addresses; the first call creates the key, and a failed call is retried by
 * the next one.
 */
export function createAddressLoader(
  db: Executor,
  config: Pick<Config, 'origin' | 'MAIL_FROM' | 'NEWSLETTER_BOUNCE_ADDRESS'>,
): () => Promise<SignedDeliveryAddresses> {
  let opening: Promise<SignedDeliveryAddresses> | undefined
  async function open(): Promise<SignedDeliveryAddresses> {
    const key = await ensureKey(db, 'tracking', randomBytes(32).toString('base64url'))
    return createDeliveryAddresses({
      key: Buffer.from(key, 'base64url'),
      origin: config.origin,
      bounceAddress: bounceAddressOf(config),
    })
  }
  return () => {
    opening ??= open().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
}

/** Returns the mailbox for bounces: as configured, or `bounce@` the sender's domain. */
export function bounceAddressOf({
  MAIL_FROM,
  NEWSLETTER_BOUNCE_ADDRESS,
}: Pick<Config, 'MAIL_FROM' | 'NEWSLETTER_BOUNCE_ADDRESS'>): string {
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(MAIL_FROM)?.[1] ?? 'localhost'
  return NEWSLETTER_BOUNCE_ADDRESS ?? `bounce@${domain}`
}
