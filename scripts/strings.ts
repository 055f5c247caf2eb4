import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isTestFile, listPaths, type SourceFile } from './check/source-files.ts'
import { parseOptions, printHelp } from './usage.ts'
import { compareStrings, type StringCounts } from './strings/compare-strings.ts'
import { readContent } from './strings/read-content.ts'
import { findHardSentences } from './strings/readability.ts'
import { readStrings, type StringKind, type VisibleString } from './strings/read-strings.ts'

const root = process.cwd()

const usage = `Lists every string that a person can see, with its location, as CSV.

  npm run strings                                      all: path, line, kind, text
  npm run strings -- features/checkout ui              only in these folders
  npm run strings -- --compare main                    counts of changed and unchanged strings since a revision
  npm run strings -- --compare main specification.md   also counts the unchanged ones that occur in that text
  npm run strings -- --readability                     hard sentences, except those in docs/readability.md

Kinds: text and attribute (pages, emails), error, message (other strings that reach a reply or a page), log, terminal,
content (YAML in content/).`

/** Returns whether a file holds strings that people see: production code, scripts and content, without tests. */
export function holdsVisibleStrings(path: string): boolean {
  if (isTestFile(path) || /^scripts\/sample-media\/|\.d\.ts$/.test(path)) return false
  return (
    /^(app|server|features|ui|platform|shared|scripts|bench)\/.*\.tsx?$/.test(path) || /^content\/.*\.ya?ml$/.test(path)
  )
}

/** Lists the visible strings of the files that hold any. */
export function listStrings(files: SourceFile[]): VisibleString[] {
  const [content, code] = [true, false].map((wanted) =>
    files.filter(({ path }) => holdsVisibleStrings(path) && path.startsWith('content/') === wanted),
  )
  return [...readStrings(code ?? []), ...readContent(content ?? [])]
}

function filesNow(folders: string[]): SourceFile[] {
  return listPaths(root)
    .filter((path) => holdsVisibleStrings(path) && isBelow(path, folders))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

function filesAt(revision: string): SourceFile[] {
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, { input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'inherit'] })
  const entries = git(['ls-tree', '-r', '-z', revision])
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [, hash = '', path = ''] = /^\d+ blob (\w+)\t(.*)$/s.exec(entry) ?? []
      return holdsVisibleStrings(path) ? [{ path, hash }] : []
    })
  const batch = git(['cat-file', '--batch'], entries.map(({ hash }) => `${hash}\n`).join(''))
  let at = 0
  return entries.map(({ path }) => {
    const end = batch.indexOf('\n', at)
    const size = Number(batch.toString('utf8', at, end).split(' ')[2])
    at = end + 1 + size + 1
    return { path, text: batch.toString('utf8', end + 1, end + 1 + size) }
  })
}

function isBelow(path: string, folders: string[]): boolean {
  return folders.length === 0 || folders.some((folder) => path.startsWith(folder))
}

function csvCell(value: string | number): string {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function printTable(strings: VisibleString[]): void {
  const rows = strings.map(({ path, line, kind, text }) => [path, line, kind, text].map(csvCell).join(','))
  process.stdout.write(`${['path,line,kind,text', ...rows].join('\n')}\n`)
}

function printComparison(revision: string, specificationPath: string | undefined): void {
  const specification = specificationPath ? readFileSync(specificationPath, 'utf8') : ''
  const before = listStrings(filesAt(revision))
  const after = listStrings(filesNow([]))
  const kinds: StringKind[] = ['text', 'attribute', 'message', 'error', 'log', 'terminal', 'content']
  const ofKind = (strings: VisibleString[], kind: StringKind) => strings.filter((one) => one.kind === kind)
  const rows: [name: string, counts: StringCounts][] = [
    ...kinds.map((kind): [string, StringCounts] => [
      kind,
      compareStrings(ofKind(before, kind), ofKind(after, kind), specification),
    ]),
    ['all', compareStrings(before, after, specification)],
  ]
  const head = ['kind', 'before', 'after', 'unchanged', 'changed', ...(specificationPath ? ['specified'] : [])]
  console.log(head.join(','))
  for (const [name, counts] of rows) {
    const { before: old, after: now, unchanged, changed, specified } = counts
    console.log([name, old, now, unchanged, changed, ...(specificationPath ? [specified] : [])].join(','))
  }
}

async function printHardSentences(strings: VisibleString[]): Promise<void> {
  const onPurpose = readFileSync('docs/readability.md', 'utf8')
  // The formulas are made for English.
  const english = strings.filter(({ path }) => !/(^|[/.-])es(-[a-z]+)?\.(ts|ya?ml)$|^content\/es\//.test(path))
  for (const { path, line, reason, text } of await findHardSentences(english, onPurpose))
    console.log(`${path}:${line}: ${reason}: ${text}`)
}

if (import.meta.main) {
  printHelp(usage)
  const { values, positionals } = parseOptions(usage, {
    args: process.argv.slice(2),
    options: { compare: { type: 'string' }, readability: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.compare) printComparison(values.compare, positionals[0])
  else {
    const strings = listStrings(filesNow(positionals))
    if (values.readability) await printHardSentences(strings)
    else printTable(strings)
  }
}
