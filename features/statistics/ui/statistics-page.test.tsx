import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { StatisticsReport } from '#features/statistics/contract.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import StatisticsPage from './statistics-page.tsx'

const ranked = [{ key: 'a', title: 'A', count: 1 }]

function render(testOrders: number): string {
  const report: StatisticsReport = {
    days: [
      {
        day: '2026-05-11',
        views: 3,
        listeningMinutes: 0,
        plays: 0,
        reads: 0,
        orders: 1,
        revenueCents: 999,
        signUps: 0,
      },
    ],
    pages: ranked,
    sources: ranked,
    campaigns: ranked,
    plays: ranked,
    airplay: ranked,
    books: ranked,
    bookPages: ranked,
    sales: [{ ...ranked[0]!, revenueCents: 999 }],
    testOrders,
    listenersByHour: [],
  }
  const props = { loaderData: { length: 7, report } } as unknown as Parameters<typeof StatisticsPage>[0]
  const router = createMemoryRouter([{ path: '*', Component: () => <StatisticsPage {...props} /> }])
  return renderToStaticMarkup(inEnglish(<RouterProvider router={router} />, {}))
}

test('every ranking with a limit names it', () => {
  const limits = [...render(0).matchAll(/Up to (\d+) (\w+)\./g)].map(([, length, items]) => `${length} ${items}`)
  expect(limits).toEqual([
    '20 pages',
    '20 sites',
    '20 campaigns',
    '20 recordings',
    '20 recordings',
    '20 books',
    '200 pages',
  ])
})

test('orders and revenue by day say that they include test orders, if there are any', () => {
  const headers = (html: string) => [...html.matchAll(/<th[^>]*scope="col"[^>]*>([^<]*)/g)].map(([, text]) => text)
  expect(headers(render(1))).toEqual(
    expect.arrayContaining(['Revenue (including test orders)', 'Orders (including test orders)']),
  )
  expect(render(0)).not.toContain('test orders')
})
