import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { SiteMessages } from '#shared/messages.ts'
import type { OrderAdminService, OrderDetails } from '#features/checkout/contract.ts'
import { type AuditLog, pausedNote } from '#features/owner/contract.ts'
import { performOrderAction } from './perform-order-action.ts'

const t = createTranslator<SiteMessages>({ locale: 'en', messages: {} as SiteMessages })
const order = {
  id: '1',
  code: 'SW-1',
  bookTitle: 'A Book',
  email: 'dan@example.com',
  provider: 'stripe',
  priceCents: 999,
  refundedCents: 0,
  events: [],
}

type Pressed = { isPaused: boolean; email?: string; actionItems?: string[]; provider?: string; isSample?: boolean }

async function press(
  act: string,
  { isPaused, email = order.email, actionItems = [], provider = order.provider, isSample = false }: Pressed,
) {
  const shown = { ...order, email, actionItems, provider, isSample } as unknown as OrderDetails
  const orderAdmin = {
    find: async () => shown,
    confirmClaim: async () => undefined,
    declineClaim: async () => undefined,
    reopenClaim: async () => undefined,
    refund: async () => undefined,
    resend: async () => ({ email }),
    revokeAccess: async () => undefined,
    restoreAccess: async () => undefined,
    unresolve: async () => undefined,
  } as unknown as OrderAdminService
  const deps = { orderAdmin, auditLog: {} as AuditLog, backgroundJobs: { isPaused: async () => isPaused }, t }
  const form = new FormData()
  form.set('act', act)
  return (await performOrderAction(deps, 'owner@swade.example', shown, form)).outcome.message
}

test.each([
  ['confirm', 'dan@example.com will get an email with a link to A Book.'],
  ['decline', 'dan@example.com will be notified by email.'],
  ['reopen', 'dan@example.com will be notified by email.'],
  ['resend', 'A new link will be emailed to dan@example.com.'],
  ['refund', 'and will be notified by email.'],
  ['revoke-access', 'and will be notified by email.'],
  ['restore-access', 'who will get an email with a link.'],
])('on a paused site the message after %s says when its email is sent', async (act, announcement) => {
  const message = await press(act, { isPaused: false })
  expect(message).toContain(announcement)
  expect(await press(act, { isPaused: true })).toBe(`${message} ${pausedNote}`)
})

test('an action without an email does not mention the pause', async () => {
  expect(await press('unresolve', { isPaused: true })).toBe('SW-1 needs action again.')
  expect(await press('confirm', { isPaused: true, email: '' })).not.toContain(pausedNote)
})

test('a refund of a test order is said to be one of a test payment', async () => {
  expect(await press('refund', { isPaused: false, provider: 'test' })).toMatch(
    /^The test payment of \$[\d.]+ was refunded to /,
  )
  expect(await press('refund', { isPaused: false })).toMatch(/^\$[\d.]+ was refunded to /)
})

test('a refund of a sample order is said to return no money', async () => {
  expect(await press('refund', { isPaused: false, provider: 'cashapp', isSample: true })).toMatch(
    /^The sample payment of \$[\d.]+ was marked as refunded for dan@example\.com, who /,
  )
})

test('a refund announces an email only if one is sent', async () => {
  for (const unmailed of [{ email: '' }, { actionItems: ['refund-failed'] }]) {
    const message = await press('refund', { isPaused: true, ...unmailed })
    expect(message).not.toContain('email')
    expect(message).not.toContain(pausedNote)
  }
})
