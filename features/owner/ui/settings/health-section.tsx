import { CircleAlert, CircleCheck, CircleDashed, CircleMinus } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { SettingsPart } from '#ui/desk/settings-part.tsx'
import type { HealthLine } from '#features/owner/contract.ts'

const states = {
  'well': { words: 'Well', Sign: CircleCheck, colour: 'text-gain' },
  'stand-in': { words: 'Stand-in', Sign: CircleDashed, colour: 'text-dust' },
  'off': { words: 'Off', Sign: CircleMinus, colour: 'text-dust' },
  'trouble': { words: 'Trouble', Sign: CircleAlert, colour: 'text-loss' },
}

const columns: DataColumn<HealthLine>[] = [
  { key: 'name', header: 'What', cell: ({ name }) => name, isRowHeader: true },
  { key: 'state', header: 'State', cell: ({ state }) => <State state={state} /> },
  {
    key: 'says',
    header: 'Answer',
    cell: ({ says, todo }) => (
      <div className="flex flex-col gap-1">
        <p>{says}</p>
        {todo ? <p className="text-dust">{todo}</p> : null}
      </div>
    ),
  },
]

/** How everything outside is, asked while the page was made. */
export function HealthSection({ lines }: { lines: HealthLine[] }) {
  const trouble = lines.filter(({ state }) => state === 'trouble').length
  return (
    <SettingsPart
      id="health"
      title="Health"
      lead={`Asked just now, each for three seconds at most. ${trouble === 0 ? 'Nothing is in trouble.' : `In trouble: ${trouble}.`}`}
    >
      <DataTable
        caption="What the site leans on"
        columns={columns}
        rows={lines}
        rowKey={({ name }) => name}
        isMarked={({ state }) => state === 'trouble'}
        empty={null}
      />
    </SettingsPart>
  )
}

function State({ state }: { state: HealthLine['state'] }) {
  const { words, Sign, colour } = states[state]
  return (
    <span className={classNames('inline-flex items-center gap-2 whitespace-nowrap', colour)}>
      <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
      {words}
    </span>
  )
}
