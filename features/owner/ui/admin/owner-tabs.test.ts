import { expect, test } from 'vitest'
import type { ActionItem, InboxService } from '#features/owner/contract.ts'
import { countActionItems } from './owner-tabs.tsx'

test('Orders counts each order once and each item without an order, and the other tabs count each item', async () => {
  const itemOf = (key: string, href: string): ActionItem => ({
    key,
    severity: 'money',
    title: key,
    detail: '',
    since: undefined,
    href,
  })
  const items = [
    itemOf('inquiry:a', '/admin/orders/a'),
    itemOf('withdrawal:a', '/admin/orders/a'),
    itemOf('claim:b', '/admin/orders/b'),
    itemOf('event:1', '/admin/orders'),
    itemOf('event:2', '/admin/orders'),
    itemOf('job:1', '/admin/background-jobs'),
    itemOf('job:2', '/admin/background-jobs'),
    itemOf('storage:data', '/admin/settings#health'),
  ]
  const inbox = { list: async () => ({ items }) } as unknown as InboxService
  expect(await countActionItems({ inbox, hasPage: async () => true })).toMatchObject({
    '/admin/inbox': 8,
    '/admin/orders': 4,
    '/admin/background-jobs': 2,
    '/admin/settings': 0,
  })
})
