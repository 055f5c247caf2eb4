/** Events of one step of a rolling deploy. */
export type RollingRow = {
  step: string
  done: string
  requests: number
  failedRequests: number
  files: number
  lostFiles: number
  /** Purchases, uploads and subscriptions that were acknowledged. */
  actions: number
  lostActions: number
  silenceMs: number
  /** Pages that tabs went to, how many of them were loaded as documents, and how many did not work. */
  navigations: number
  documents: number
  brokenPages: number
}

type Column = { title: string; show(row: RollingRow): string }

const columns: readonly Column[] = [
  { title: 'step', show: ({ step }) => step },
  { title: 'done', show: ({ done }) => done },
  { title: 'requests', show: ({ requests }) => String(requests) },
  { title: 'failed', show: ({ failedRequests }) => String(failedRequests) },
  { title: 'hashed files', show: ({ files }) => String(files) },
  { title: 'lost', show: ({ lostFiles }) => String(lostFiles) },
  { title: 'purchases …', show: ({ actions }) => String(actions) },
  { title: 'lost', show: ({ lostActions }) => String(lostActions) },
  { title: 'silence', show: ({ silenceMs }) => `${silenceMs.toFixed(0)} ms` },
  { title: 'tab pages (documents)', show: ({ navigations, documents }) => `${navigations} (${documents})` },
  { title: 'broken', show: ({ brokenPages }) => String(brokenPages) },
]

/** Formats the steps as a table with a row of totals. */
export function formatSteps(rows: readonly RollingRow[]): string {
  const sum = (of: (row: RollingRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const total: RollingRow = {
    step: 'all',
    done: '',
    requests: sum(({ requests }) => requests),
    failedRequests: sum(({ failedRequests }) => failedRequests),
    files: sum(({ files }) => files),
    lostFiles: sum(({ lostFiles }) => lostFiles),
    actions: sum(({ actions }) => actions),
    lostActions: sum(({ lostActions }) => lostActions),
    silenceMs: Math.max(0, ...rows.map(({ silenceMs }) => silenceMs)),
    navigations: sum(({ navigations }) => navigations),
    documents: sum(({ documents }) => documents),
    brokenPages: sum(({ brokenPages }) => brokenPages),
  }
  const cells = [
    columns.map(({ title }) => title),
    ...[...rows, total].map((row) => columns.map(({ show }) => show(row))),
  ]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)))
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join(' · ')
        .trimEnd(),
    )
    .join('\n')
}
