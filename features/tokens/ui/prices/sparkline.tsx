import type { TokenPrice } from '#features/tokens/contract.ts'
import { linesOf } from './sparkline-path.ts'

const size = { width: 96, height: 28 }

/** The last 24 hours by our own record, a gap where there is none; for the eye alone, since low and high are told in words beside it. */
export function Sparkline({ history, className }: { history: TokenPrice['history'] | undefined; className?: string }) {
  const { lines, end } = linesOf(history?.prices ?? [], size)
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} className={className} aria-hidden="true" preserveAspectRatio="none">
      {lines.length === 0 ? (
        <path d={`M0 ${size.height / 2}H${size.width}`} className="stroke-groove" strokeDasharray="2 3" vectorEffect="non-scaling-stroke" />
      ) : (
        lines.map((line) => (
          <path
            key={line}
            d={line}
            fill="none"
            className="stroke-sand"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))
      )}
      {/* A dot that is round however the line is stretched: a stroke without length. */}
      {end ? (
        <path d={`M${end.x} ${end.y}h0`} className="stroke-live" strokeWidth="5" strokeLinecap="round" vectorEffect="non-scaling-stroke" />
      ) : null}
    </svg>
  )
}
