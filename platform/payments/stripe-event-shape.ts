import { z } from 'zod'

/** Largest amount that the database stores. */
const maxCents = 2 ** 31 - 1

// Texts end in the database, which takes no NUL.
const text = z.string().refine((value) => !value.includes('\0'))
const id = text.min(1).max(255)
const cents = z.number().int().min(0).max(maxCents)
/** Seconds since 1970, up to the year 9999. */
const epoch = z.number().int().min(0).max(253_402_300_799)

const ofPayment = {
  payment_intent: z.union([id, z.looseObject({ id })]).nullish(),
  metadata: z.looseObject({ order_id: text.optional() }).nullish(),
}

const session = z.looseObject({
  ...ofPayment,
  id,
  client_reference_id: text.nullish(),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: cents.nullish(),
  currency: text.nullish(),
  customer_details: z.looseObject({ email: text.nullish() }).nullish(),
  expires_at: epoch,
})

const charge = z.looseObject({ ...ofPayment, refunded: z.boolean(), amount_refunded: cents })

// Events of an older API version may omit fields.
const refund = z.looseObject(ofPayment)
const dispute = z.looseObject({
  ...ofPayment,
  id,
  status: z.string().optional(),
  currency: text.optional(),
  evidence_details: z.looseObject({ due_by: epoch.nullish() }).nullish(),
})

const envelope = z.looseObject({ id, type: id, created: epoch, data: z.looseObject({ object: z.unknown() }) })

/** Shapes of the objects of events that have an effect, by the beginning of the event type. */
const shapes: [type: string, schema: z.ZodType][] = [
  ['checkout.session.', session],
  ['charge.refunded', charge],
  ['refund.failed', refund],
  ['charge.dispute.', dispute],
]

/**
 * Returns which properties of a signed event differ from what this site reads, such as `data.object.expires_at`; empty
 * for a readable event. Properties and event types that the site does not use are not looked at.
 *
 * @see https://docs.stripe.com/api/events/object
 */
export function unreadableProperties(event: unknown, usedTypes: ReadonlySet<string>): string[] {
  const outer = envelope.safeParse(event)
  if (!outer.success) return pathsOf(outer.error)
  const { type, data } = outer.data
  const schema = usedTypes.has(type) ? shapes.find(([start]) => type.startsWith(start))?.[1] : undefined
  const inner = schema?.safeParse(data.object)
  return inner && !inner.success ? pathsOf(inner.error, ['data', 'object']) : []
}

/** Accepts only amounts that the database stores. */
export const centsOf = (amount: unknown): number | undefined => {
  const parsed = cents.safeParse(amount)
  return parsed.success ? parsed.data : undefined
}

/** Returns what an event of any shape says about itself and its payment; empty where that cannot be read. */
export function namesOf(event: unknown) {
  const { id: eventId, type: eventType, data } = fieldsOf(event)
  const type = nameOf(eventType)
  const object = fieldsOf(fieldsOf(data)['object'])
  const payment = object['payment_intent']
  return {
    id: nameOf(eventId),
    type,
    sessionId: type.startsWith('checkout.session.') ? nameOf(object['id']) : '',
    paymentId: nameOf(payment) || nameOf(fieldsOf(payment)['id']),
    reference: nameOf(object['client_reference_id']) || nameOf(fieldsOf(object['metadata'])['order_id']),
  }
}

const nameOf = (value: unknown): string => id.safeParse(value).data ?? ''

const fieldsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

function pathsOf(error: z.ZodError, under: string[] = []): string[] {
  const paths = error.issues.map(({ path }) => [...under, ...path.map(String)].join('.') || 'the event')
  return [...new Set(paths)]
}
