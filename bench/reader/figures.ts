import { median } from '../measured-site.ts'

/** One measurement of one reader, with the values of all runs. */
export class Figures {
  readonly #values = new Map<string, Map<string, number[]>>()

  add(figure: string, reader: string, value: number): void {
    const row = this.#values.get(figure) ?? new Map<string, number[]>()
    this.#values.set(figure, row)
    row.set(reader, [...(row.get(reader) ?? []), value])
  }

  /** A row a figure: the median of every reader, and ours in relation to it; `–` where nothing was measured. */
  print(ours: string[], baselines: string[]): void {
    if (this.#values.size === 0) return
    const width = Math.max(...[...this.#values.keys()].map((figure) => figure.length)) + 2
    const columns = [...ours, ...baselines]
    console.log(`\n${''.padEnd(width)}${columns.map((name) => name.padStart(24)).join('')}`)
    for (const [figure, row] of this.#values) {
      const of = (name: string) => (row.has(name) ? median(row.get(name)!) : Number.NaN)
      console.log(`${figure.padEnd(width)}${columns.map((name) => show(of(name)).padStart(24)).join('')}`)
      for (const name of ours.filter((one) => row.has(one) && baselines.some((baseline) => row.has(baseline)))) {
        const label = ours.length > 1 ? `  ${name} ÷ baseline` : '  ours ÷ baseline'
        console.log(
          `${label.padEnd(width + 24 * ours.length)}${baselines.map((baseline) => show(of(name) / of(baseline)).padStart(24)).join('')}`,
        )
      }
    }
  }
}

function show(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return value === 0 ? '0' : Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0)
}
