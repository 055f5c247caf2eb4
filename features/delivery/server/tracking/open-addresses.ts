import { randomBytes } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { createCopyAddresses, type SignedAddresses } from './copy-addresses.ts'
import { ensureKey } from './queries.ts'

/**
 * @returns the addresses of this house; the first who asks has the key made, and a database that is away is asked again
 * the next time.
 */
export function openAddresses(
  db: Executor,
  config: Pick<Config, 'origin' | 'MAIL_FROM' | 'NEWSLETTER_BOUNCE_ADDRESS'>,
): () => Promise<SignedAddresses> {
  let opening: Promise<SignedAddresses> | undefined
  async function open(): Promise<SignedAddresses> {
    const key = await ensureKey(db, 'tracking', randomBytes(32).toString('base64url'))
    return createCopyAddresses({
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

/** Where bounces go unless the owner says otherwise: `bounce@` where the letters come from. */
export function bounceAddressOf({
  MAIL_FROM,
  NEWSLETTER_BOUNCE_ADDRESS,
}: Pick<Config, 'MAIL_FROM' | 'NEWSLETTER_BOUNCE_ADDRESS'>): string {
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(MAIL_FROM)?.[1] ?? 'localhost'
  return NEWSLETTER_BOUNCE_ADDRESS ?? `bounce@${domain}`
}
