import { isAppError } from '#shared/errors.ts'
import { translateError, type Translator } from '#shared/messages.ts'
import { formatUsd } from '#shared/money.ts'
import { cutText } from '#shared/cut-text.ts'
import type { ActionOutcome } from '#ui/action-result.tsx'
import type { OrderAdminService, OrderDetails } from '#features/checkout/contract.ts'
import { type AuditLog, type BackgroundJobsService, withPausedNote } from '#features/owner/contract.ts'
import { actionItemTitle } from '#features/checkout/action-item-labels.ts'
import { accessAfterRefund } from './access-after-refund.ts'
import { refundableCents } from './refundable-cents.ts'

type AdminDeps = {
  orderAdmin: OrderAdminService
  auditLog: AuditLog
  backgroundJobs: Pick<BackgroundJobsService, 'isPaused'>
  t: Translator
}

type PerformedAction = {
  logged: string
  message: string
  /** True if the message announces an email. */
  sendsEmail?: boolean
  undo?: Record<string, string>
  detail?: string
}

/** Performs the action of a form on the order page, records it in the admin log and returns the outcome. */
export async function performOrderAction(
  { orderAdmin, auditLog, backgroundJobs, t }: AdminDeps,
  actor: string,
  order: OrderDetails,
  form: FormData,
): Promise<{ outcome: ActionOutcome; status: number }> {
  try {
    const isPaused = await backgroundJobs.isPaused()
    const action = await perform(orderAdmin, order, form)
    if (!action) return { outcome: { kind: 'refused', message: 'Unknown action.' }, status: 400 }
    const { logged, undo, sendsEmail = false, detail = '' } = action
    const message = withPausedNote(action.message, sendsEmail && isPaused)
    const after = await orderAdmin.find(order.id)
    // A repeated action is reported again but not logged twice.
    if (after?.events.length !== order.events.length)
      await auditLog.record({
        actor,
        action: logged,
        subject: `order:${order.id}`,
        detail: [order.code, detail].filter(Boolean).join(': '),
      })
    return { outcome: { kind: 'done', message, ...(undo && { undo }) }, status: 200 }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { outcome: { kind: 'refused', message: translateError(t, error) }, status: error.status }
  }
}

/** Begins the sentence about a refund; no money was received for a sample order, so none is said to be on its way. */
function refundOf({ provider, isSample }: OrderDetails, amount: string): string {
  if (isSample) return `The sample payment of ${amount} was marked as refunded for`
  return `${provider === 'test' ? `The test payment of ${amount}` : amount} was refunded to`
}

async function perform(
  admin: OrderAdminService,
  order: OrderDetails,
  form: FormData,
): Promise<PerformedAction | undefined> {
  const { id, code, bookTitle, email } = order
  const money = formatUsd(order.paidCents ?? order.priceCents)
  const buyer = email || 'the buyer'
  const sendsEmail = Boolean(email)
  const notice = email ? `, and ${email} will be notified by email` : ''
  switch (textOf(form, 'act')) {
    case 'confirm':
      await admin.confirmClaim(id)
      return {
        logged: 'claim.confirm',
        sendsEmail,
        message: `Payment confirmed. ${email ? `${email} will get an email with a link to ${bookTitle}` : `${bookTitle} is available in the browser that the buyer ordered from`}. You can only undo this by refunding the payment.`,
      }
    case 'decline': {
      const reason = textOf(form, 'reason')
      await admin.declineClaim(id, reason)
      return {
        logged: 'claim.decline',
        detail: reason,
        sendsEmail,
        message: `${code} was declined${notice}.`,
        undo: { act: 'reopen' },
      }
    }
    case 'reopen':
      await admin.reopenClaim(id)
      return { logged: 'claim.reopen', sendsEmail, message: `${code} was reopened${notice}.` }
    case 'resend': {
      const sent = await admin.resend(id)
      return {
        logged: 'order.resend',
        detail: sent.email,
        sendsEmail: true,
        message: `A new link will be emailed to ${sent.email}. Earlier links still work.`,
      }
    }
    case 'refund': {
      await admin.refund(id)
      // For a repeated refund the amount of the first one is reported.
      const back = formatUsd(
        order.state === 'refunded' ? order.refundedCents - order.lostCents : refundableCents(order),
      )
      // After a failed refund the owner contacts the buyer instead.
      const isMailed = sendsEmail && !order.actionItems.includes('refund-failed')
      return {
        logged: 'order.refund',
        detail: back,
        sendsEmail: isMailed,
        message: `${refundOf(order, back)} ${buyer}, who ${accessAfterRefund(order).done}${isMailed ? ' and will be notified by email' : ''}.`,
      }
    }
    case 'revoke-access':
      await admin.revokeAccess(id)
      return {
        logged: 'order.revoke-access',
        sendsEmail,
        message: `Access from this order was revoked for ${buyer}, who ${accessAfterRefund(order).done}${email ? ' and will be notified by email' : ''}.`,
        undo: { act: 'restore-access' },
      }
    case 'restore-access':
      await admin.restoreAccess(id)
      return {
        logged: 'order.restore-access',
        sendsEmail,
        message: `Access to ${bookTitle} was restored for ${buyer}${email ? ', who will get an email with a link' : ''}.`,
      }
    case 'resolve': {
      const seen = itemsOf(form)
      await admin.resolve(id, seen)
      if (order.state === 'paid')
        return {
          logged: 'order.accept',
          detail: money,
          message: `${money} was accepted. The buyer now has access to ${bookTitle}.`,
        }
      return {
        logged: 'order.resolve',
        detail: seen.join(', '),
        message: `Marked as done: ${seen.map(actionItemTitle).join('; ')}.`,
        undo: { act: 'unresolve', seen: seen.join(',') },
      }
    }
    case 'unresolve': {
      const seen = itemsOf(form)
      await admin.unresolve(id, seen)
      return { logged: 'order.unresolve', detail: seen.join(', '), message: `${code} needs action again.` }
    }
    default:
      return undefined
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? cutText(value.trim(), 500) : ''
}

const itemsOf = (form: FormData) => textOf(form, 'seen').split(',').filter(Boolean)
