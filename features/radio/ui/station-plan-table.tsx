import { formatDuration } from '#shared/duration.ts'
import { classNames } from '#ui/class-names.ts'
import type { PlannedPlay } from '#features/radio/contract.ts'
import { StationPanel, timeOfDay } from './station-panel.tsx'

/** Table of upcoming, current and past plays, latest on top. */
export function PlanTable({ plays, nowMs }: { plays: PlannedPlay[]; nowMs: number }) {
  return (
    <StationPanel name="Plan and log" fact={`${timeOfDay(nowMs)} UTC`}>
      <table className="w-full border-collapse text-left">
        <thead className="label text-dust">
          <tr className="border-t border-groove">
            <th scope="col" className="py-3 pl-5 font-normal md:pl-6">
              Starts
            </th>
            <th scope="col" className="px-4 py-3 font-normal">
              Recording
            </th>
            <th scope="col" className="py-3 pr-5 text-right font-normal md:pr-6">
              Length
            </th>
          </tr>
        </thead>
        <tbody>
          {plays.toReversed().map((play) => (
            <Row key={play.position} play={play} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
      {plays.length === 0 ? (
        <p className="border-t border-groove p-5 text-dust md:px-6">No plays are planned yet.</p>
      ) : null}
    </StationPanel>
  )
}

function Row({ play: { title, artist, startsAtMs, endsAtMs }, nowMs }: { play: PlannedPlay; nowMs: number }) {
  const isOn = startsAtMs <= nowMs && nowMs < endsAtMs
  const isOver = endsAtMs <= nowMs
  return (
    <tr
      className={classNames('border-t border-groove align-baseline', isOver && 'text-dust')}
      aria-current={isOn || undefined}
    >
      <td className="figures py-3 pl-5 text-small whitespace-nowrap md:pl-6">
        <time dateTime={new Date(startsAtMs).toISOString()}>{timeOfDay(startsAtMs)}</time>
      </td>
      <th scope="row" className="px-4 py-3 font-normal">
        {title} <span className="block text-small text-dust">{artist}</span>
        {isOn ? <span className="label mt-1 block text-live">Now playing</span> : null}
      </th>
      <td className="figures py-3 pr-5 text-right text-small md:pr-6">
        {formatDuration((endsAtMs - startsAtMs) / 1000)}
      </td>
    </tr>
  )
}
