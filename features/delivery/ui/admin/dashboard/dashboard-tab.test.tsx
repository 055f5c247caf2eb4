import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Dashboard } from '#features/delivery/contract.ts'
import { Totals } from './dashboard-tab.tsx'

const dashboard: Dashboard = {
  total_newsletters: 2,
  total_subscribers: 5,
  average_open_rate: 0,
  average_click_rate: 0,
  averaged_newsletters: 0,
  recent_newsletters: [],
}
const averagesIn = (html: string) =>
  [...html.matchAll(/Average (open|click) rate<\/dt><dd[^>]*>([^<]+)/g)].map(([, , value]) => value)

test('averages over no newsletter are dashes with the reason, not zeros', () => {
  const html = renderToStaticMarkup(<Totals of={dashboard} />)
  expect(averagesIn(html)).toEqual(['–', '–'])
  expect(html).toContain('Averages appear after a newsletter is sent with open and click tracking on.')
})

test('averages over newsletters that nobody has opened are zero percent', () => {
  const html = renderToStaticMarkup(<Totals of={{ ...dashboard, averaged_newsletters: 1 }} />)
  expect(averagesIn(html)).toEqual(['0.0%', '0.0%'])
  expect(html).not.toContain('The averages appear')
})
