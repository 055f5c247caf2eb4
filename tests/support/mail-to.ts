import type { Email } from 'postal-mime'
import { vi } from 'vitest'
import type { Outbox } from './site.ts'

/**
 * Waits for an email.
 *
 * @param address Recipient; use a unique address per test.
 * @param subject Pattern of the subject, for addresses with several emails.
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
