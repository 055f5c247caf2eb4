import { formatDay } from './format-day.ts'

/** Width and height of the drawing, which is stretched to the available space. */
const width = 600
const height = 96

/**
 * Bar chart of one value by day. Screen readers get its total and its highest day; all values are in the table of days.
 *
 * @param values Values from the first to the last day.
 * @param format Formats a value with its unit.
 */
export function DayChart({
  title,
  values,
  format,
}: {
  title: string
  values: readonly { day: string; value: number }[]
  format: (value: number) => string
}) {
  const total = values.reduce((sum, { value }) => sum + value, 0)
  const highest = values.reduce((best, one) => (one.value > best.value ? one : best), values[0]!)
  const step = width / values.length
  const summary =
    total === 0 ? 'No data in this period.' : `Highest: ${format(highest.value)} on ${formatDay(highest.day)}.`
  return (
    <figure className="flex flex-col gap-3 border border-groove p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="label text-dust">{title}</span>
        <span className="figures text-[1.375rem] tracking-tight">{format(total)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title} by day. ${summary}`}
        className="h-24 w-full border-b border-groove text-sand"
      >
        {values.map(({ day, value }, index) => {
          const size = highest.value === 0 ? 0 : (value / highest.value) * height
          return (
            <rect
              key={day}
              x={index * step + step * 0.1}
              y={height - size}
              width={step * 0.8}
              height={size}
              fill="currentColor"
            >
              <title>{`${formatDay(day)}: ${format(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="text-small text-dust">{summary}</p>
    </figure>
  )
}
