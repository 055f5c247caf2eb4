import type { DeliveryLine } from '#features/newsletter/desk.ts'
import type { DeliveryRow } from './queries.ts'

/** One copy as the desk shows it; the surest thing known of its reading first. */
export function toDeliveryLine(row: DeliveryRow): DeliveryLine {
  return {
    id: row.id,
    email: row.email,
    state: row.state,
    response: row.response,
    attempts: row.attempts,
    sent_at: row.sentAt?.toISOString() ?? null,
    opened: surest(row.openedAt, row.unsureOpenedAt, row.machineOpenedAt),
    clicked: surest(row.clickedAt, row.unsureClickedAt, row.machineClickedAt),
    bounced_at: row.bouncedAt?.toISOString() ?? null,
    complained_at: row.complainedAt?.toISOString() ?? null,
    left_at: row.leftAt?.toISOString() ?? null,
  }
}

function surest(human: Date | null, unsure: Date | null, machine: Date | null): 'human' | 'unsure' | 'machine' | null {
  return human ? 'human' : unsure ? 'unsure' : machine ? 'machine' : null
}
