import type { Config } from '#platform/config.ts'
import type { Executor } from '#platform/database/open-database.ts'
import type { SiteKeys } from '#platform/site-keys.ts'
import { createDeliveryAddresses, type SignedDeliveryAddresses } from './delivery-addresses.ts'
import { deleteEarlierKey, findEarlierKey } from './queries.ts'

/**
 * @returns a loader of this site's signed addresses; the first call reads the key, and a failed call is retried by the
 * next one.
 */
export function createAddressLoader(
  db: Executor,
  siteKeys: SiteKeys,
  config: Pick<Config, 'origin' | 'MAIL_FROM' | 'NEWSLETTER_BOUNCE_ADDRESS'>,
): () => Promise<SignedDeliveryAddresses> {
  let opening: Promise<SignedDeliveryAddresses> | undefined
  async function open(): Promise<SignedDeliveryAddresses> {
    // Earlier versions stored the key in the database, and links in sent issues are signed with it. It is deleted only
    // after the storage has it, so that every process finds it in one of the two places.
    const earlier = await findEarlierKey(db)
    if (earlier) {
      await siteKeys.adopt('tracking', Buffer.from(earlier, 'base64url'))
      await deleteEarlierKey(db)
    }
    return createDeliveryAddresses({
      key: await siteKeys.get('tracking'),
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
function bounceAddressOf({
  MAIL_FROM,
  NEWSLETTER_BOUNCE_ADDRESS,
}: Pick<Config, 'MAIL_FROM' | 'NEWSLETTER_BOUNCE_ADDRESS'>): string {
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(MAIL_FROM)?.[1] ?? 'localhost'
  return NEWSLETTER_BOUNCE_ADDRESS ?? `bounce@${domain}`
}
