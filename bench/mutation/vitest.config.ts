import { join, matchesGlob, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { persistentWorker } from './persistent-worker.ts'

const tests = JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[]

/** Runs files in the order of the globs. */
class OrderedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      tests.findIndex((glob) => matchesGlob(relative(process.cwd(), moduleId), glob))
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * Vitest configuration for Stryker: runs the tests in `MUTATION_TESTS` (a JSON array of globs), file by file in one
 * thread. A mutant that makes something wait forever fails by the time limit of its test.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [
    {
      name: 'persistent-worker',
      configureVitest({ project }) {
        project.config.poolRunner = persistentWorker
        project.config.pool = persistentWorker.name
      },
    },
  ],
  test: {
    include: tests,
    setupFiles: [join(import.meta.dirname, 'fresh-modules.ts')],
    sequence: { setupFiles: 'list', sequencer: OrderedSequencer },
    isolate: false,
    maxWorkers: 1,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: [],
  },
})
