import type { ReaderManifest } from '#features/reader/contract.ts'

/** Returns the size of a page in points. */
export function sizeOf(runs: ReaderManifest['pageSizes'], page: number): { width: number; height: number } {
  let found = runs[0]!
  for (const run of runs) if (run.from <= page) found = run
  return found
}
