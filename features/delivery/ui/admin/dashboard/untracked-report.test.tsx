import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { IssueReport } from '#features/delivery/contract.ts'
import { IssuesPlot } from './analytics-section.tsx'
import { Report } from './report-view.tsx'

const none = { human: 0, machine: 0, unsure: 0 }
const report: IssueReport = {
  id: '1',
  title: 'An issue',
  status: 'sent',
  was_started: true,
  sent_date: '2026-11-27T14:00:00Z',
  delivered: 2,
  bounced: 0,
  complained: 0,
  left: 0,
  opens: none,
  clicks: none,
  open_rate: 0,
  click_rate: 0,
  links: [],
  hours: [{ hour: 0, opens: 0, clicks: 0 }],
}
const untracked = { ...report, open_rate: null, click_rate: null }
const render = (of: IssueReport) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Report report={of} />
    </MemoryRouter>,
  )

test('the report of an issue sent without tracking says so instead of counting nothing', () => {
  const html = render(untracked)
  expect(html).toContain('Opens and clicks were not tracked for this issue.')
  expect(html).toMatch(/Machine opens<\/dt><dd[^>]*>–</)
  expect(html).not.toMatch(/No opens|No data|Human and machine/)
  expect(render(report)).toMatch(/No opens by people yet\..*No data yet\./)
  expect(render(report)).not.toContain('not tracked')
})

test('an issue sent without tracking has no opens and clicks next to the others', () => {
  const html = (of: IssueReport) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <IssuesPlot issues={[{ ...of, sent_date: '2026-11-27T14:00:00Z' }]} />
      </MemoryRouter>,
    )
  expect(html(untracked)).not.toContain('<span class="sr-only"> human</span>')
  expect(html(report)).toContain('<span class="sr-only"> human</span>')
})
