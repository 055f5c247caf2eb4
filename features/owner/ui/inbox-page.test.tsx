import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ActionItem } from '#features/owner/contract.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import InboxPage from './inbox-page.tsx'

test('the link of an action item says where it leads, if that page does not show the item', () => {
  const item: ActionItem = {
    key: 'order:1',
    severity: 'money',
    title: 'An order',
    detail: 'It was paid.',
    since: undefined,
    href: '/admin/orders/1',
  }
  const items = [item, { ...item, key: 'report:1', href: '/admin/settings#values', linkLabel: 'Open site settings' }]
  const loaderData = { items, snoozed: [], checkedAt: '2026-05-11T09:00:00.000Z', failedKinds: [], stepsLeft: 0 }
  const Page = () => <InboxPage {...({ loaderData } as unknown as Parameters<typeof InboxPage>[0])} />
  const router = createMemoryRouter([{ path: '*', Component: Page }])
  const html = renderToStaticMarkup(inEnglish(<RouterProvider router={router} />, {}))
  expect(html).toMatch(/<a [^>]*href="\/admin\/orders\/1"[^>]*>View details</)
  expect(html).toMatch(/<a [^>]*href="\/admin\/settings#values"[^>]*>Open site settings</)
})
