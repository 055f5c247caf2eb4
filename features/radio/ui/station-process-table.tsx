import { Tag } from '#ui/tag.tsx'
import type { StationProcess } from '#features/radio/contract.ts'
import { StationPanel } from './station-panel.tsx'

/** Who plays the plan to how many, and who of them extends it. */
export function ProcessTable({ processes }: { processes: StationProcess[] }) {
  return (
    <StationPanel name="Processes" fact={processes.some(({ isLeader }) => isLeader) ? undefined : 'Nobody leads at this moment'}>
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
                  {isLeader ? <Tag>holds the lease</Tag> : null}
                  {isThis ? <Tag>answers you</Tag> : null}
                </span>
              </th>
              <td className="figures py-3 pr-5 text-right text-small md:pr-6">{listeners}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {processes.length === 0 ? (
        <p className="border-t border-groove p-5 text-dust md:px-6">No process has reported within the last ten seconds.</p>
      ) : null}
    </StationPanel>
  )
}
