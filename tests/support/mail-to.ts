import type { Email } from 'postal-mime'
import { vi } from 'vitest'
import type { Outbox } from './site.ts'

/**
 * Waits for a mail.
 *
 * @param address Whom it goes to; a test uses addresses of its own.
 * @param subject What its subject must match, where one address gets several.
 */
export function mailTo({ outbox }: { outbox: Outbox }, address: string, subject = /./): Promise<Email> {
  return vi.waitUntil(
    async () => (await outbox()).find((mail) => mail.to?.[0]?.address === address && subject.test(mail.subject ?? '')),
    {
      timeout: 30_000,
      interval: 100,
    },
  )
}
