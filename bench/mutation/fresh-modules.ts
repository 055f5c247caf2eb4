import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, vi } from 'vitest'

declare module 'vitest' {
  // Values Stryker provides to each run.
  interface ProvidedContext {
    mode: 'dry-run' | 'mutant'
    mutantActivation: 'static' | 'runtime'
    activeMutant: string
  }
}

/*
 * Modules stay loaded from one mutant to the next. A mutant in code that runs while its module loads (a table, a
 * pattern, a limit) would then never take effect, so for those mutants, and for the run after one, all modules are
 * loaded again. The first run, without mutants, finds out which mutants these are.
 */
type Stryker = {
  activeMutant: string | undefined
  hitCount?: number
  mutantCoverage?: { static: Record<string, number> }
}
const global = globalThis as typeof globalThis & { __stryker__: Stryker; hasLoadedMutant?: boolean }
const list = process.env['MUTATION_LOADED']!

if (inject('mode') === 'dry-run') {
  if (global.hasLoadedMutant === undefined) {
    global.hasLoadedMutant = false
    for (const file of JSON.parse(process.env['MUTATION_FILES']!) as string[]) await import(join(process.cwd(), file))
    writeFileSync(list, JSON.stringify(Object.keys(global.__stryker__.mutantCoverage?.static ?? {})))
  }
} else {
  const isLoaded = (JSON.parse(readFileSync(list, 'utf8')) as string[]).includes(inject('activeMutant'))
  if (isLoaded || global.hasLoadedMutant) vi.resetModules()
  global.hasLoadedMutant = isLoaded
  // Stryker detects endless loops by the number of hits; those of earlier mutants must not count.
  global.__stryker__.hitCount = 0
  // Deactivates the previous mutant; Stryker's own hook activates this one before the first test.
  if (inject('mutantActivation') === 'runtime') global.__stryker__.activeMutant = undefined
}
