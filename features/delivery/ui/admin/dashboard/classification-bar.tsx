import type { EngagementCounts } from '#features/delivery/contract.ts'
import { formatCount } from '#shared/count-of.ts'

// In forced-colors mode the parts differ by shape: solid, striped and half as high.
const kinds = [
  ['human', 'bg-sand'],
  [
    'unsure',
    'bg-dust/70 [mask-image:repeating-linear-gradient(90deg,#000_0_2px,transparent_2px_4px)] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none',
  ],
  ['machine', 'bg-groove forced-colors:[mask-image:linear-gradient(transparent_50%,#000_50%)]'],
] as const

const labels = { human: 'human', unsure: 'unclassified', machine: 'machine' }

/** Explains the kind that its name does not explain. */
export const unclassifiedText = 'Unclassified: could be a person or a mail scanner.'

/** Follows {@link unclassifiedText} beside rates. */
export const notCountedText = 'Not counted in the rates.'

/** Bar of human, unclassified and machine activity as shares of the delivered emails, with the numbers as text. */
export function ClassificationBar({ counts, total }: { counts: EngagementCounts['opens']; total: number }) {
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
            {formatCount(counts[kind])}
            <span className="sr-only"> {labels[kind]}</span>
          </span>
        ))}
      </span>
    </span>
  )
}

/** Legend of the classification bars. */
export function ClassificationLegend() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-label text-dust">
      {kinds.map(([kind, colour]) => (
        <span key={kind} className="label inline-flex items-center gap-2">
          <span aria-hidden="true" className="inline-flex h-2 w-5 border border-groove">
            <span className={`flex-1 ${colour}`} />
          </span>
          {labels[kind]}
        </span>
      ))}
    </p>
  )
}
