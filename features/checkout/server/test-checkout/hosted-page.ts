import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createSecret } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import { visitorEmailSchema } from '#shared/email-address.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import type { TestCheckoutService } from '#features/checkout/contract.ts'
import { simulateAction } from './refunds-and-disputes.ts'
import { statusOf } from './provider.ts'
import { findTestSession, insertDelivery, lockTestSession, updateTestSession } from './queries.ts'

/** Delay of a late webhook. */
const lateMs = 20_000

/**
 * @param deliver Delivers due webhooks now instead of at the next tick.
 */
export function createTestCheckout(deps: {
  db: Database['db']
  clock: Clock
  deliver: () => void
}): TestCheckoutService {
  const { db, clock, deliver } = deps
  return {
    async find(sessionId) {
      const session = await withUnavailableError(findTestSession(db, sessionId))
      if (!session) return undefined
      const { id, request, paymentStatus } = session
      return {
        id,
        title: request.title,
        amountCents: request.amountCents,
        status: statusOf(session, clock.now()),
        paymentStatus,
        refundable: paymentStatus === 'paid' || paymentStatus === 'inquiry',
        cancelUrl: request.cancelUrl,
      }
    },

    async pay(sessionId, choice) {
      const typed = visitorEmailSchema.safeParse(choice.email)
      if (!typed.success)
        throw new AppError('invalid-input', { key: typed.error.issues[0]?.message ?? 'site.input.emailInvalid' })
      const email = typed.data
      const url = await withUnavailableError(
        db.transaction(async (tx) => {
          const session = await lockTestSession(tx, sessionId)
          if (!session) throw new AppError('not-found', { key: 'checkout.errors.testCheckoutNotFound' })
          const now = clock.now()
          if (statusOf(session, now) !== 'open')
            throw new AppError('conflict', { key: 'checkout.errors.testCheckoutClosed' })
          const paymentId = `pi_test_${createSecret()}`
          await updateTestSession(tx, sessionId, { status: 'complete', paymentStatus: 'paid', paymentId, email })
          const eventId = `evt_test_${createSecret()}`
          for (const dueAt of deliveryTimes(choice.webhook, now))
            await insertDelivery(tx, { eventId, type: 'checkout.session.completed', sessionId, dueAt })
          return session.request.successUrl.replace('{CHECKOUT_SESSION_ID}', sessionId)
        }),
      )
      deliver()
      return { url }
    },

    async afterwards(sessionId, action) {
      await withUnavailableError(simulateAction(deps, sessionId, action))
      deliver()
    },
  }
}

function deliveryTimes(webhook: 'now' | 'late' | 'twice' | 'never', now: Date): Date[] {
  if (webhook === 'never') return []
  if (webhook === 'late') return [new Date(now.getTime() + lateMs)]
  return webhook === 'twice' ? [now, new Date(now.getTime() + 1_000)] : [now]
}
