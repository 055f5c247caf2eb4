import { useSearchParams } from 'react-router'
import { DashboardView } from './dashboard-view.tsx'
import { ReportView } from './report-view.tsx'

/** Totals, averages and how the letters were read; with `?issue=` how one of them was. */
export function DashboardTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue')
  return id ? <ReportView key={id} id={id} /> : <DashboardView />
}
