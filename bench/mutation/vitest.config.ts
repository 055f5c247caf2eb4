import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { persistentWorker } from './persistent-worker.ts'

/**
 * Vitest configuration for Stryker: runs the tests in `MUTATION_TESTS` (a JSON array of globs), file by file in one thread.
 * A mutant that makes something wait forever fails by the time limit of its test.
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
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    setupFiles: [join(import.meta.dirname, 'fresh-modules.ts')],
    sequence: { setupFiles: 'list' },
    isolate: false,
    maxWorkers: 1,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: [],
  },
})
