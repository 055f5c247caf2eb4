import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './line-plot.css'

/** A data series; the first is drawn in the foreground color, the second dashed. */
export type PlotSeries = { name: string; values: number[]; shape: 'area' | 'bars' | 'line' }

type LinePlotProps = {
  /** Accessible name of the chart. */
  label: string
  /** Unix seconds, in ascending order. */
  at: number[]
  series: PlotSeries[]
  name?: (seconds: number) => string
}

/** Chart of values over time at the available width, with the values under the pointer. */
export function LinePlot({ label, at, series, name }: LinePlotProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const draw = () =>
      new uPlot(optionsFor(element, series, name ?? nameDay), [at, ...series.map(({ values }) => values)], element)
    let plot = draw()
    const observer = new ResizeObserver(() => plot.setSize(sizeOf(element)))
    observer.observe(element)
    // A canvas keeps its colors, so it is redrawn when the system's colors change.
    const redrawing = new AbortController()
    for (const query of ['(forced-colors: active)', '(prefers-color-scheme: dark)'])
      matchMedia(query).addEventListener(
        'change',
        () => {
          plot.destroy()
          plot = draw()
        },
        redrawing,
      )
    return () => {
      observer.disconnect()
      redrawing.abort()
      plot.destroy()
    }
  }, [at, series, name])
  return <div ref={place} role="img" aria-label={label} className="line-plot h-full min-w-0 overflow-hidden" />
}

const legendHeight = 32

function sizeOf({ clientWidth, clientHeight }: HTMLElement) {
  return { width: Math.max(120, clientWidth), height: Math.max(80, clientHeight - legendHeight) }
}

function optionsFor(element: HTMLElement, series: PlotSeries[], name: (seconds: number) => string): uPlot.Options {
  const styles = getComputedStyle(element)
  const colour = (token: string) => colourOf(element, token)
  const hasBars = series.some(({ shape }) => shape === 'bars')
  const axis = {
    stroke: colour('dust'),
    font: `11px ${styles.getPropertyValue('--font-mono')}`,
    grid: { stroke: colour('groove'), width: 1 },
    ticks: { show: false },
  }
  return {
    ...sizeOf(element),
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      // A bar is centered on its time.
      x: { range: (plot, min, max) => (hasBars ? [min - stepOf(plot) / 2, max + stepOf(plot) / 2] : [min, max]) },
      y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.08)] },
    },
    axes: [
      // The first date stands below the zero of the other axis.
      { ...axis, grid: { show: false }, space: 84, gap: 12, values: (_plot, splits) => splits.map(name) },
      {
        ...axis,
        incrs: [1, 2, 5]
          .flatMap((one) => Array.from({ length: 8 }, (_, power) => one * 10 ** power))
          .toSorted((a, b) => a - b),
        size: (_plot, values) => 18 + 7.5 * Math.max(1, ...(values ?? []).map((value) => value.length)),
        values: (_plot, splits) => splits.map((value) => value.toLocaleString('en-US')),
      },
    ],
    series: [
      { value: (_plot, seconds) => (seconds === null ? '–' : name(seconds)) },
      ...series.map((one, index) => drawn(one, index, colour)),
    ],
  }
}

/** A canvas cannot use CSS variables or system colors, so they are resolved in the page. */
function colourOf(element: HTMLElement, token: string): string {
  const probe = element.appendChild(document.createElement('i'))
  probe.style.color = `var(--color-${token})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function stepOf({ data: [at] }: uPlot): number {
  return (at[1] ?? 0) - (at[0] ?? 0)
}

function drawn({ name, shape }: PlotSeries, index: number, colour: (token: string) => string): uPlot.Series {
  const isFirst = index === 0
  return {
    label: name,
    stroke: colour(isFirst ? 'sand' : 'dust'),
    width: 1.5,
    points: { show: false },
    value: (_plot, value) => (value === null ? '–' : value.toLocaleString('en-US')),
    ...(isFirst ? {} : { dash: [4, 4] }),
    ...(shape === 'area' ? { fill: `color-mix(in oklch, ${colour('sand')} 10%, transparent)` } : {}),
    ...(shape === 'bars'
      ? {
          fill: `color-mix(in oklch, ${colour('sand')} 40%, transparent)`,
          width: 0,
          paths: uPlot.paths.bars!({ size: [0.7, 28] }),
        }
      : {}),
  }
}

function nameDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
}
