import { lazy, Suspense, useId, Component, type ReactNode } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import type { PlotSeries } from './line-plot.tsx'

// The chart library is loaded only where a chart is shown.
const LinePlot = lazy(async () => ({ default: (await import('./line-plot.tsx')).LinePlot }))

type PlotWithTableProps = {
  title: string
  /** Description of the chart in one sentence; also its accessible name. */
  summary: string
  /** Unix seconds, in ascending order. */
  at: number[]
  series: PlotSeries[]
  /** Columns of the equivalent table; the first one names the row. */
  columns: string[]
  rows: string[][]
  /** Formats a time on the horizontal axis; absent: as a day. */
  name?: (seconds: number) => string
}

/** Chart with its data as a table. */
export function PlotWithTable({ title, summary, at, series, columns, rows, name }: PlotWithTableProps) {
  const id = useId()
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 border border-groove p-4 md:p-5">
      <h2 id={id} className="label text-dust">
        {title}
      </h2>
      <p className="text-small">{summary}</p>
      <div className="h-64">
        {isEmpty ? (
          <p className="flex h-full items-center justify-center border border-dashed border-groove p-6 text-center text-small text-dust">
            No data yet.
          </p>
        ) : (
          <PlotBoundary>
            <Suspense fallback={<Skeleton className="size-full" />}>
              <LinePlot label={`${title}. ${summary}`} at={at} series={series} {...(name ? { name } : {})} />
            </Suspense>
          </PlotBoundary>
        )}
      </div>
      {rows.length > 0 ? (
        <details className="text-small">
          <summary className="label flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">
            Show as table
          </summary>
          {/* The table can be scrolled by keyboard too. */}
          <div
            role="region"
            aria-label={`${title}, table`}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="max-h-80 overflow-auto border-t border-groove"
          >
            <table className="w-full border-collapse text-left">
              <caption className="sr-only">{title}</caption>
              <thead>
                <tr>
                  {columns.map((column, index) => (
                    <th
                      key={column}
                      scope="col"
                      className={`label sticky top-0 bg-plate py-2 font-normal text-dust ${index > 0 ? 'pl-3 text-right' : ''}`}
                    >
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([first, ...rest]) => (
                  <tr key={first} className="border-t border-groove">
                    <th scope="row" className="figures py-2 text-[0.8125rem] font-normal whitespace-nowrap">
                      {first}
                    </th>
                    {rest.map((value, index) => (
                      <td key={columns[index + 1]} className="figures py-2 pl-3 text-right text-[0.8125rem]">
                        {value}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      ) : null}
    </section>
  )
}

/** Error boundary that still shows the table when the chart fails. */
class PlotBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <p className="flex h-full items-center justify-center border border-dashed border-groove p-6 text-center text-small text-dust">
        The chart could not be drawn. The table shows the same data.
      </p>
    )
  }
}
