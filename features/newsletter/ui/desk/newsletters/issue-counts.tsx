import type { Progress } from '#features/newsletter/desk.ts'
import { counted } from './list-words.ts'

const facts = [
  ['planned', 'Planned'],
  ['sent', 'Sent'],
  ['waiting', 'Waiting'],
  ['failed', 'Refused'],
  ['uncertain', 'Uncertain'],
  ['dropped', 'Dropped'],
  ['excluded', 'Left out'],
] as const

/** What became of the copies, in numbers; the first is the sum of the next five. */
export function IssueCounts({ progress }: { progress: Progress }) {
  return (
    <dl className="cells grid-cols-2 sm:grid-cols-4 lg:grid-cols-7">
      {facts.map(([key, name]) => (
        <div key={key} className="flex flex-col gap-1 bg-plate px-4 py-3">
          <dt className="label text-dust">{name}</dt>
          <dd className="figures">{counted(progress[key])}</dd>
        </div>
      ))}
    </dl>
  )
}
