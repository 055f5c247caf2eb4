import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/admin/queries.ts'
import type { DeliveryList, SendingSettingsView, DeliveryListItem } from '#features/delivery/contract.ts'
import type { Sending } from '../delivery-deps.ts'
import { listDeliveries } from './list-deliveries.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { readSettings, type SendingSettings, writeSettings } from '../queries.ts'
import { type DeliveryRow, listBlockedDeliveries } from './queries.ts'
import { pageWithin } from '#shared/page-within.ts'

type Deps = Pick<ProcessDeps, 'db' | 'clock'> & { sending: Sending; terms: { checkNow(): Promise<void> } }

const perPage = 50
const params = z.object({ id: z.uuid() })
const deliveriesQuery = z.object({
  state: z
    .enum(['queued', 'claimed', 'in_data', 'sent', 'failed', 'uncertain', 'dropped', 'excluded'])
    .optional()
    .catch(undefined),
  q: z.string().trim().max(254).optional(),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
/** Sends on the next Friday, or now with 60 seconds to undo. */
const sendSchema = z.object({ when: z.enum(['friday', 'now']).default('friday') }).default({ when: 'friday' })
const settleSchema = z.object({
  as: z.enum(['sent', 'again']),
  deliveries: z.union([z.literal('all'), z.array(z.uuid()).max(1000)]),
})
const settingsSchema = z
  .object({
    is_held: z.boolean(),
    held_reason: z.string().max(300),
    is_counted: z.boolean(),
    rate_per_second: z.number().int().min(1).max(10_000).nullable(),
    stop_after_errors: z.number().int().min(1).max(10_000),
    sends_digest: z.boolean(),
  })
  .partial()

const mayRead = { config: { role: 'viewer' as const } }
const maySend = { config: { role: 'editor' as const } }
const canConfigure = { config: { role: 'super_admin' as const } }

/** Creates the admin routes for sending and its settings. */
export function sendingRoutes({ sending, db, clock, terms }: Deps) {
  return async function routes(app: FastifyInstance) {
    const base = '/api/newsletter/admin'

    app.post(`${base}/newsletters/:id/send`, maySend, async (request) => {
      const { when } = sendSchema.parse(request.body ?? {})
      return sending.schedule(params.parse(request.params).id, when, request.editor.email)
    })
    app.post(`${base}/newsletters/:id/undo`, maySend, async (request) => {
      await sending.unschedule(params.parse(request.params).id, request.editor.email)
      return { success: true, message: 'Unscheduled. The issue is a draft again.' }
    })
    app.post(`${base}/newsletters/:id/resume`, maySend, async (request) => {
      await sending.resume(params.parse(request.params).id, request.editor.email)
      const { isPaused } = await readSettings(db)
      return {
        success: true,
        message: isPaused ? 'Resumed. The issue will be sent when all sending resumes.' : 'Resumed.',
      }
    })
    for (const [verb, message] of [
      ['pause', 'Paused.'],
      ['cancel', 'Cancelled.'],
    ] as const)
      app.post(`${base}/newsletters/:id/${verb}`, maySend, async (request) => {
        await sending[verb](params.parse(request.params).id, request.editor.email)
        return { success: true, message }
      })
    app.post(`${base}/newsletters/:id/settle`, maySend, async (request) => {
      const { as, deliveries } = settleSchema.parse(request.body)
      return {
        success: true,
        settled: await sending.settle(params.parse(request.params).id, as, deliveries, request.editor.email),
      }
    })

    app.get(`${base}/newsletters/:id/progress`, mayRead, async (request) => {
      const { id } = params.parse(request.params)
      return (await sending.progress([id])).get(id) ?? null
    })
    app.get(`${base}/newsletters/:id/deliveries`, mayRead, async (request): Promise<DeliveryList> => {
      const { page, ...wanted } = deliveriesQuery.parse(request.query)
      const { id: issueId } = params.parse(request.params)
      const listFrom = (offset: number) => listDeliveries(db, { ...wanted, issueId, limit: perPage, offset })
      const found = await listFrom((page - 1) * perPage)
      const last = pageWithin(page, found.total, perPage)
      const shown = page > last.page ? await listFrom(last.offset) : found
      const returned = shown.items.filter(({ bouncedAt }) => bouncedAt !== null).map(({ id }) => id)
      const blocked = new Set(await listBlockedDeliveries(db, returned))
      return {
        items: shown.items.map((row) => toDeliveryListItem(row, blocked.has(row.id))),
        total: found.total,
        is_more: found.isMore,
        page: last.page,
        page_count: last.pageCount,
      }
    })

    app.get(`${base}/schedule`, mayRead, () => sending.view())
    app.get(`${base}/settings`, mayRead, async () => toSettingsView(await readSettings(db)))
    app.put(`${base}/settings`, canConfigure, async (request) => {
      const change = settingsSchema.parse(request.body)
      const settings = await db.transaction(async (tx) => {
        const written = await writeSettings(tx, fromSettingsView(change))
        await insertAuditEntry(tx, {
          actor: request.editor.email,
          action: 'settings.change',
          subject: 'newsletter:settings',
          detail: JSON.stringify(change),
          at: clock.now(),
        })
        return written
      })
      await terms.checkNow()
      return toSettingsView(settings)
    })
  }
}

function toSettingsView(settings: SendingSettings): SendingSettingsView {
  return {
    is_held: settings.isPaused,
    held_reason: settings.pausedReason,
    is_counted: settings.isCounted,
    rate_per_second: settings.ratePerSecond,
    stop_after_errors: settings.stopAfterErrors,
    sends_digest: settings.sendsDigest,
  }
}

function fromSettingsView(change: z.infer<typeof settingsSchema>): Partial<SendingSettings> {
  return {
    ...(change.is_held === undefined
      ? {}
      : {
          isPaused: change.is_held,
          pausedReason: change.is_held ? (change.held_reason ?? 'It was paused in the newsletter admin.') : '',
        }),
    ...(change.is_counted === undefined ? {} : { isCounted: change.is_counted }),
    ...(change.rate_per_second === undefined ? {} : { ratePerSecond: change.rate_per_second }),
    ...(change.stop_after_errors === undefined ? {} : { stopAfterErrors: change.stop_after_errors }),
    ...(change.sends_digest === undefined ? {} : { sendsDigest: change.sends_digest }),
  }
}

/** Converts a delivery for the API, with only the strongest classification of its engagement. */
function toDeliveryListItem(row: DeliveryRow, isBlocked: boolean): DeliveryListItem {
  return {
    id: row.id,
    email: row.email,
    state: row.state,
    response: row.response,
    // Claiming a delivery already counts the attempt, but nothing is attempted while the email is being prepared.
    attempts: row.state === 'claimed' ? Math.max(0, row.attempts - 1) : row.attempts,
    sent_at: row.sentAt?.toISOString() ?? null,
    opened: surest(row.openedAt, row.unsureOpenedAt, row.machineOpenedAt),
    clicked: surest(row.clickedAt, row.unsureClickedAt, row.machineClickedAt),
    bounced_at: row.bouncedAt?.toISOString() ?? null,
    is_blocked: isBlocked,
    complained_at: row.complainedAt?.toISOString() ?? null,
    left_at: row.leftAt?.toISOString() ?? null,
  }
}

function surest(human: Date | null, unsure: Date | null, machine: Date | null): 'human' | 'unsure' | 'machine' | null {
  return human ? 'human' : unsure ? 'unsure' : machine ? 'machine' : null
}
