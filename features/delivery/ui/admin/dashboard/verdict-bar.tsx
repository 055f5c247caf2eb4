import type { EngagementCounts } from '#features/delivery/contract.ts'
import { counted } from './reading-words.ts'

// Where the system decides on colours, their shapes tell them apart: whole, striped, and half as high.
const kinds = [
  ['human', 'bg-sand'],
  [
    'unsure',
    'bg-dust/70 [mask-image:repeating-linear-gradient(90deg,#000_0_2px,transparent_2px_4px)] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none',
  ],
  ['machine', 'bg-groove forced-colors:[mask-image:linear-gradient(transparent_50%,#000_50%)]'],
] as const

/** Human, unsure and machine as one bar of what was delivered, with its figures in words. */
export function VerdictBar({ counts, total }: { counts: EngagementCounts['opens']; total: number }) {
  return (
    <span className="flex min-w-32 flex-col gap-1.5 py-1">
      <span aria-hidden="true" className="flex h-2 w-full overflow-hidden border border-groove">
        {kinds.map(([kind, colour]) => (
          <span
            key={kind}
            className={colour}
            style={{ width: `${total > 0 ? Math.min(100, (counts[kind] / total) * 100) : 0}%` }}
          />
        ))}
      </span>
      <span className="figures text-label text-dust">
        {kinds.map(([kind], index) => (
          <span key={kind}>
            {index > 0 ? ' / ' : ''}
            {counted(counts[kind])}
            <span className="sr-only"> {kind}</span>
          </span>
        ))}
      </span>
    </span>
  )
}

/** What the parts of the bars are. */
export function VerdictLegend() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-label text-dust">
      {kinds.map(([kind, colour]) => (
        <span key={kind} className="label inline-flex items-center gap-2">
          <span aria-hidden="true" className="inline-flex h-2 w-5 border border-groove">
            <span className={`flex-1 ${colour}`} />
          </span>
          {kind}
        </span>
      ))}
    </p>
  )
}
