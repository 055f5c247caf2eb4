import { data } from 'react-router'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { LeftOut } from './station-left-out.tsx'
import { OnTheAir } from './station-on-the-air.tsx'
import { PlanTable } from './station-plan-table.tsx'
import { ProcessTable } from './station-process-table.tsx'
import { useFreshData } from './use-fresh-data.ts'
import type { Route } from './+types/station-page.ts'

export const handle: PageHandle = { area: 'dev' }

export const meta = () => [{ title: pageTitle('Station') }, { name: 'robots', content: 'noindex' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { stationDesk } = context.get(servicesContext)
  if (!stationDesk) throw data(null, { status: 404 })
  return stationDesk.read()
}

/** What goes on behind the stream, for the one who runs the station. */
export default function StationPage({ loaderData: { nowPlaying, shared, problems, outside } }: Route.ComponentProps) {
  useFreshData()
  return (
    <main id="content" tabIndex={-1} className="wrap flex flex-col gap-10 pt-32 pb-24">
      <header className="flex flex-col gap-4">
        <p className="label text-dust">Outside production only</p>
        <h1 className="heading">Station</h1>
        <p className="measure text-dust">
          What is on, what comes next, who listens where, and which recordings had to be left out. It keeps itself up to date.
        </p>
      </header>
      {outside ? <OutsideNotice {...outside} /> : null}
      <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="flex min-w-0 flex-col gap-10 lg:col-span-7">
          <OnTheAir now={nowPlaying} />
          {shared ? <PlanTable plays={shared.plays} nowMs={nowPlaying.clock.now_ms} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-10 lg:col-span-5">
          {outside ? null : <LeftOut problems={problems} />}
          {shared ? <ProcessTable processes={shared.processes} /> : null}
          {shared || outside ? null : (
            <EmptyState title="The database does not answer">
              The stream plays on from what is known. The plan and the other processes are shown again as soon as it is back.
            </EmptyState>
          )}
        </div>
      </div>
    </main>
  )
}

function OutsideNotice({ address, name, fault }: { address: string; name: string; fault: string | undefined }) {
  return (
    <EmptyState title={`The radio is the station “${name}” at ${address}`}>
      {fault
        ? `The last time it was asked, ${fault}. Until it answers again, what was heard last stays.`
        : 'It answers, and is asked every 30 seconds. Its own plan and listeners are seen there.'}
    </EmptyState>
  )
}
