import { isAppError } from '#shared/errors.ts'
import { formatUsd } from '#shared/money.ts'
import { cutText } from '#shared/cut-text.ts'
import type { ActionOutcome } from '#ui/action-result.tsx'
import type { OrderDeskService, OrderView } from '#features/checkout/contract.ts'
import type { DeskLog } from '#features/owner/contract.ts'
import { needTitle } from '#features/checkout/need-words.ts'
import { leftCents } from './left-cents.ts'

type Desk = { orderDesk: OrderDeskService; deskLog: DeskLog }

type Act = { logged: string; message: string; undo?: Record<string, string>; detail?: string }

/** Does what a form of the order's page asks for, writes it into the desk's log, and says what came of it. */
export async function actOnOrder(
  { orderDesk, deskLog }: Desk,
  actor: string,
  order: OrderView,
  form: FormData,
): Promise<{ outcome: ActionOutcome; status: number }> {
  try {
    const act = await perform(orderDesk, order, form)
    if (!act) return { outcome: { kind: 'refused', message: 'There is no such act.' }, status: 400 }
    const { logged, message, undo, detail = '' } = act
    const after = await orderDesk.find(order.id)
    // What was done already is told again and not logged twice.
    if (after?.moves.length !== order.moves.length)
      await deskLog.record({
        actor,
        act: logged,
        subject: `order:${order.id}`,
        detail: [order.code, detail].filter(Boolean).join(': '),
      })
    return { outcome: { kind: 'done', message, ...(undo && { undo }) }, status: 200 }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { outcome: { kind: 'refused', message: error.message }, status: error.status }
  }
}

async function perform(desk: OrderDeskService, order: OrderView, form: FormData): Promise<Act | undefined> {
  const { id, code, bookTitle, email } = order
  const money = formatUsd(order.paidCents ?? order.priceCents)
  const buyer = email || 'the buyer'
  switch (textOf(form, 'act')) {
    case 'confirm':
      await desk.confirmClaim(id)
      return {
        logged: 'claim.confirm',
        message: `${bookTitle} is open${email ? ` and its link is on the way to ${email}` : ' in the browser that ordered it'}. This cannot be undone in silence: to close the book again, give the money back.`,
      }
    case 'decline': {
      const reason = textOf(form, 'reason')
      await desk.declineClaim(id, reason)
      return {
        logged: 'claim.decline',
        detail: reason,
        message: `${code} is declined${email ? `, and ${email} is told` : ''}.`,
        undo: { act: 'reopen' },
      }
    }
    case 'reopen':
      await desk.reopenClaim(id)
      return { logged: 'claim.reopen', message: `${code} waits again${email ? `, and ${email} is told` : ''}.` }
    case 'resend': {
      const sent = await desk.resend(id)
      return {
        logged: 'order.resend',
        detail: sent.email,
        message: `A new link is on the way to ${sent.email}. The old one stays good.`,
      }
    }
    case 'refund': {
      await desk.refund(id)
      // Asked for twice, the second answer tells what the first one did.
      const back = formatUsd(order.state === 'refunded' ? order.refundedCents : leftCents(order))
      return { logged: 'order.refund', detail: back, message: `${back} went back to ${buyer}, and the book is closed.` }
    }
    case 'close-book':
      await desk.closeBook(id)
      return {
        logged: 'order.close-book',
        message: `${bookTitle} is closed for ${buyer}${email ? ', who is told by mail' : ''}.`,
        undo: { act: 'open-book' },
      }
    case 'open-book':
      await desk.openBook(id)
      return {
        logged: 'order.open-book',
        message: `${bookTitle} is open for ${buyer}${email ? ', and a link is on its way' : ''}.`,
      }
    case 'settle': {
      const seen = needsOf(form)
      await desk.settle(id, seen)
      if (order.state === 'paid')
        return { logged: 'order.accept', detail: money, message: `${money} is accepted, and ${bookTitle} is open.` }
      return {
        logged: 'order.settle',
        detail: seen.join(', '),
        message: `Seen to: ${seen.map(needTitle).join('; ')}.`,
        undo: { act: 'unsettle', seen: seen.join(',') },
      }
    }
    case 'unsettle': {
      const seen = needsOf(form)
      await desk.unsettle(id, seen)
      return { logged: 'order.unsettle', detail: seen.join(', '), message: `${code} waits for you again.` }
    }
    default:
      return undefined
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? cutText(value.trim(), 500) : ''
}

const needsOf = (form: FormData) => textOf(form, 'seen').split(',').filter(Boolean)
