import { z } from 'zod'
import { adminRoles } from '#shared/admin-role.ts'

/** Filter of a list or export. Invalid values are ignored. */
export const subscriberFilterSchema = z.object({
  q: z.string().trim().max(200).catch(''),
  status: z.enum(['pending', 'subscribed', 'unsubscribed', 'suppressed']).optional().catch(undefined),
  role: z
    .enum([...adminRoles, 'subscriber'])
    .optional()
    .catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** Parsed filter. */
export type SubscriberFilter = z.output<typeof subscriberFilterSchema>
