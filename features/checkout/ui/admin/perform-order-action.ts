import { isAppError } from '#shared/errors.ts'
import { translateError, type Translator } from '#shared/messages.ts'
import { formatUsd } from '#shared/money.ts'
import { cutText } from '#shared/cut-text.ts'
import type { ActionOutcome } from '#ui/action-result.tsx'
import type { OrderAdminService, OrderDetails } from '#features/checkout/contract.ts'
import type { AuditLog } from '#features/owner/contract.ts'
import { actionItemTitle } from '#features/checkout/action-item-labels.ts'
import { accessAfterRefund } from './access-after-refund.ts'
import { refundableCents } from './refundable-cents.ts'

type AdminDeps = { orderAdmin: OrderAdminService; auditLog: AuditLog; t: Translator }

type PerformedAction = { logged: string; message: string; undo?: Record<string, string>; detail?: string }

/** Performs the action of a form on the order page, records it in the admin log and returns the outcome. */
export async function performOrderAction(
  { orderAdmin, auditLog, t }: AdminDeps,
  actor: string,
  order: OrderDetails,
  form: FormData,
): Promise<{ outcome: ActionOutcome; status: number }> {
  try {
    const action = await perform(orderAdmin, order, form)
    if (!action) return { outcome: { kind: 'refused', message: 'Unknown action.' }, status: 400 }
    const { logged, message, undo, detail = '' } = action
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

async function perform(
  admin: OrderAdminService,
  order: OrderDetails,
  form: FormData,
): Promise<PerformedAction | undefined> {
  const { id, code, bookTitle, email } = order
  const money = formatUsd(order.paidCents ?? order.priceCents)
  const buyer = email || 'the buyer'
  switch (textOf(form, 'act')) {
    case 'confirm':
      await admin.confirmClaim(id)
      return {
        logged: 'claim.confirm',
        message: `Payment confirmed. ${email ? `${email} was emailed a link to ${bookTitle}` : `${bookTitle} is available in the browser that the buyer ordered from`}. You can only undo this by refunding the payment.`,
      }
    case 'decline': {
      const reason = textOf(form, 'reason')
      await admin.declineClaim(id, reason)
      return {
        logged: 'claim.decline',
        detail: reason,
        message: `${code} was declined${email ? `, and ${email} was notified` : ''}.`,
        undo: { act: 'reopen' },
      }
    }
    case 'reopen':
      await admin.reopenClaim(id)
      return { logged: 'claim.reopen', message: `${code} was reopened${email ? `, and ${email} was notified` : ''}.` }
    case 'resend': {
      const sent = await admin.resend(id)
      return {
        logged: 'order.resend',
        detail: sent.email,
        message: `A new link was emailed to ${sent.email}. Earlier links still work.`,
      }
    }
    case 'refund': {
      await admin.refund(id)
      // For a repeated refund the amount of the first one is reported.
      const back = formatUsd(order.state === 'refunded' ? order.refundedCents : refundableCents(order))
      return {
        logged: 'order.refund',
        detail: back,
        message: `${back} was refunded to ${buyer}, who ${accessAfterRefund(order).done}.`,
      }
    }
    case 'revoke-access':
      await admin.revokeAccess(id)
      return {
        logged: 'order.revoke-access',
        message: `Access from this order was revoked for ${buyer}, who ${accessAfterRefund(order).done}${email ? ' and was notified by email' : ''}.`,
        undo: { act: 'restore-access' },
      }
    case 'restore-access':
      await admin.restoreAccess(id)
      return {
        logged: 'order.restore-access',
        message: `Access to ${bookTitle} was restored for ${buyer}${email ? ', who was sent a link' : ''}.`,
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
