import { data, useRevalidator } from 'react-router'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { EmptyState } from '#ui/notice.tsx'
import { type PageMatches, unlistedMeta } from '#ui/page-meta.ts'
import { OnTheAir } from './station-now-playing.tsx'
import { PlanTable } from './station-plan-table.tsx'
import type { Route } from './+types/station-page.ts'
import { useEffect } from 'react'
import { Tag } from '#ui/tag.tsx'
import type { StationProcess, RecordingProblem } from '#features/radio/contract.ts'
import { StationPanel, timeOfDay } from './station-panel.tsx'
import { TriangleAlert } from 'lucide-react'

const everyMs = 2000

/** Reloads the page's data periodically while the page is visible. */
function useFreshData(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [revalidate])
}

export const handle: PageHandle = { area: 'dev' }

export const meta = ({ matches }: { matches: PageMatches }) => unlistedMeta(matches, 'Station')

export async function loader({ context }: Route.LoaderArgs) {
  const { stationAdmin } = context.get(servicesContext)
  if (!stationAdmin) throw data(null, { status: 404 })
  return stationAdmin.read()
}

/** Development page with the state of the station. */
export default function StationPage({ loaderData: { nowPlaying, shared, problems, external } }: Route.ComponentProps) {
  useFreshData()
  return (
    <main id="content" tabIndex={-1} className="wrap flex flex-col gap-10 pt-32 pb-24">
      <header className="flex flex-col gap-4">
        <p className="label text-dust">This machine only, not in production</p>
        <h1 className="heading">Station</h1>
        <p className="measure text-dust">
          The current and upcoming tracks, listeners per process and skipped recordings. Updates automatically.
        </p>
      </header>
      {external ? <ExternalNotice {...external} /> : null}
      <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="flex min-w-0 flex-col gap-10 lg:col-span-7">
          <OnTheAir now={nowPlaying} />
          {shared ? <PlanTable plays={shared.plays} nowMs={nowPlaying.clock.now_ms} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-10 lg:col-span-5">
          {external ? null : <LeftOut problems={problems} />}
          {shared ? <ProcessTable processes={shared.processes} /> : null}
          {shared || external ? null : (
            <EmptyState title="The database is unavailable">
              The stream keeps playing from the known plan. The plan and the other processes appear again when the
              database is back.
            </EmptyState>
          )}
        </div>
      </div>
    </main>
  )
}

function ExternalNotice({ address, name, fault }: { address: string; name: string; fault: string | undefined }) {
  return (
    <EmptyState title={`The radio plays the station “${name}” at ${address}`}>
      {fault
        ? `The last request failed: ${fault}. The last known state is shown until the station responds.`
        : 'The station is responding and is checked every 30 seconds. See its plan and listeners in AzuraCast.'}
    </EmptyState>
  )
}

/** Table of processes with their listeners and the leader. */
function ProcessTable({ processes }: { processes: StationProcess[] }) {
  return (
    <StationPanel
      name="Processes"
      fact={processes.some(({ isLeader }) => isLeader) ? undefined : 'No leader right now'}
    >
      <table className="w-full border-collapse text-left">
        <thead className="label text-dust">
          <tr className="border-t border-groove">
            <th scope="col" className="py-3 pl-5 font-normal md:pl-6">
              Process
            </th>
            <th scope="col" className="py-3 pr-5 text-right font-normal md:pr-6">
              Listeners
            </th>
          </tr>
        </thead>
        <tbody>
          {processes.map(({ id, listeners, isLeader, isThis }) => (
            <tr key={id} className="border-t border-groove">
              <th scope="row" className="py-3 pl-5 font-normal md:pl-6">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="figures text-small">{id.slice(0, 8)}</span>
                  {isLeader ? <Tag>leader</Tag> : null}
                  {isThis ? <Tag>this process</Tag> : null}
                </span>
              </th>
              <td className="figures py-3 pr-5 text-right text-small md:pr-6">{listeners}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {processes.length === 0 ? (
        <p className="border-t border-groove p-5 text-dust md:px-6">
          No process has reported within the last ten seconds.
        </p>
      ) : null}
    </StationPanel>
  )
}

/** Recordings the station skips, each with the reason and what to do. */
function LeftOut({ problems }: { problems: RecordingProblem[] }) {
  return (
    <StationPanel name="Skipped recordings" fact={problems.length > 0 ? `${problems.length} skipped` : undefined}>
      {problems.length === 0 ? (
        <p className="border-t border-groove p-5 text-small text-dust md:px-6">No recordings were skipped.</p>
      ) : (
        <>
          <ul>
            {problems.map(({ recordingId, title, artist, reason, sinceMs }) => (
              <li key={recordingId} className="flex gap-4 border-t border-groove p-5 md:px-6">
                <TriangleAlert size={20} className="mt-1 shrink-0 text-loss" />
                <p className="flex min-w-0 flex-col gap-1">
                  <span>
                    {title}, <span className="text-dust">{artist}</span>
                  </span>
                  <span className="text-small">{reason}</span>
                  <span className="label flex flex-wrap gap-x-4 text-dust normal-case">
                    <span className="wrap-anywhere">{recordingId}</span>
                    <span>since {timeOfDay(sinceMs)} UTC</span>
                  </span>
                </p>
              </li>
            ))}
          </ul>
          <p className="border-t border-groove p-5 text-small text-dust md:px-6">
            Other songs play in their place. Each recording is retried after five minutes, so you don’t need to restart
            after you fix a file.
          </p>
        </>
      )}
    </StationPanel>
  )
}
