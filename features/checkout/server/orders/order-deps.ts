import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import type { OrderEmails } from './order-emails.ts'

type OrderLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

/** Dependencies of the order use cases. */
export type OrderDeps = { db: Database['db']; clock: Clock; outbox: Outbox; emails: OrderEmails; log: OrderLog }
