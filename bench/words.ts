import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPdfRenderer } from '../platform/pdf/pdf-renderer.ts'
import { compareFile, compareSample, type Count } from './words/compare.ts'
import { type PrintedSample, printSamples } from './words/print-samples.ts'
import { readPaths } from '../scripts/usage.ts'

/*
 * Measures the share of the words read by Poppler in PDFs that our search finds, by script: `npm run bench:words
 * [folder of PDFs …]`. Samples in many scripts are printed first (SAMPLES=off omits them); from given folders with
 * public collections, FILES (300) evenly spread files are used. Needs `pdftotext` (poppler-utils), and for the samples
 * Chromium and fonts of the scripts (fonts-noto-core, fonts-noto-cjk; FONTCONFIG_FILE may lead to others). Goal: 0.99
 * of Poppler's words.
 */
const folders = readPaths('Usage: npm run bench:words -- [folder of PDFs …]')
const goal = 0.99
const mostFiles = Number(process.env.FILES ?? 300)
const shownMisses = 12

const samples = mkdtempSync(join(tmpdir(), 'swade-words-'))
const renderer = createPdfRenderer({ threads: 2 })
try {
  const printed = process.env.SAMPLES === 'off' ? [] : await printSamples(samples)
  const given = folders
    .flatMap((folder) => (statSync(folder).isDirectory() ? globSync(join(folder, '**/*.pdf')) : [folder]))
    .toSorted()
  const step = Math.max(1, given.length / mostFiles)
  const chosen = given.filter((_path, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  if (printed.length > 0) await reportSamples(printed)
  if (chosen.length > 0) await report(`${chosen.length} of ${given.length} given PDFs`, chosen)
} finally {
  await renderer.close()
  rmSync(samples, { recursive: true, force: true })
}

/** The printed text of samples is known, and both readers are compared with it. */
async function reportSamples(printed: PrintedSample[]): Promise<void> {
  const sums = new Map<string, { files: number; printed: number; ours: number; theirs: number; missed: Set<string> }>()
  for (const { path, script, layout, text } of printed) {
    const count = await compareSample(renderer, path, text)
    for (const name of [script, `(${layout})`, 'all']) {
      const sum = sums.get(name) ?? { files: 0, printed: 0, ours: 0, theirs: 0, missed: new Set() }
      sum.files += 1
      for (const part of ['printed', 'ours', 'theirs'] as const) sum[part] += count[part]
      for (const word of count.missed) sum.missed.add(word)
      sums.set(name, sum)
    }
  }
  console.log(
    `${printed.length} samples of our own\nscript (layout)      files    words     ours   Poppler   ours/Poppler   missed here`,
  )
  for (const [name, { files, printed: words, ours, theirs, missed }] of sums) {
    const figures = [
      (ours / words).toFixed(4).padStart(8),
      (theirs / words).toFixed(4).padStart(9),
      (ours / theirs).toFixed(4).padStart(14),
    ]
    console.log(
      `${name.padEnd(20)} ${String(files).padStart(5)} ${String(words).padStart(8)} ${figures.join(' ')}   ${[...missed].slice(0, 4).join(' ')}`,
    )
  }
}

async function report(title: string, paths: string[]): Promise<void> {
  const sums = new Map<string, Count & { files: number }>()
  const misses: { path: string; missed: number; of: number; words: string[]; error?: string | undefined }[] = []
  for (const path of paths) {
    const { scripts, missed, error } = await compareFile(renderer, path)
    let [lost, of] = [0, 0]
    for (const [script, count] of scripts) {
      const sum = sums.get(script) ?? { theirs: 0, found: 0, whole: 0, files: 0 }
      sums.set(script, {
        theirs: sum.theirs + count.theirs,
        found: sum.found + count.found,
        whole: sum.whole + count.whole,
        files: sum.files + 1,
      })
      lost += count.theirs - count.found
      of += count.theirs
    }
    if (lost > 0) misses.push({ path, missed: lost, of, words: missed, error })
  }
  const all = [...sums.values()].reduce(
    (sum, one) => ({ theirs: sum.theirs + one.theirs, found: sum.found + one.found, whole: sum.whole + one.whole }),
    { theirs: 0, found: 0, whole: 0 },
  )
  console.log(`\n${title}\nscript               files    words   found/theirs   whole words/theirs`)
  for (const [script, count] of [...sums].toSorted(([, a], [, b]) => b.theirs - a.theirs))
    console.log(row(script, count.files, count))
  const ratio = all.found / all.theirs
  console.log(row('all', paths.length, all))
  console.log(`goal ${goal}: ${ratio >= goal ? 'met' : 'missed'}`)
  for (const { path, missed, of, words, error } of misses.toSorted((a, b) => b.missed - a.missed).slice(0, shownMisses))
    console.log(
      `  ${missed} of ${of} words missed in ${path.split('/').slice(-2).join('/')}: ${error ?? words.slice(0, 6).join(' ')}`,
    )
}

function row(name: string, files: number, { theirs, found, whole }: Count): string {
  return `${name.padEnd(20)} ${String(files).padStart(5)} ${String(theirs).padStart(8)} ${(found / theirs).toFixed(4).padStart(14)} ${(whole / theirs).toFixed(4).padStart(20)}`
}
