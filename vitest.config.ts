import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'

const minuteMs = 60_000
const codeFolders = '{app,server,features,ui,platform,shared,content,scripts,bench}'

/**
 * Four stages; the name of a file says which one it belongs to.
 *
 * - `pure` (`x.test.ts`): no database, no site. A test that opens a database here is refused.
 * - `feature` (`x.feature.test.ts`): the app by `inject`, on a real PostgreSQL, each file in a database of its own.
 * - `system` (`x.system.test.ts`): processes, signals, faults, leaks and the station, without a browser.
 * - `e2e` (`tests/e2e/x.spec.ts`): what only a real browser can prove.
 *
 * The React Router plugin stays out: tests import modules, not bundles of pages.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Modules are imported once per worker instead of once per file; no test replaces a module of ours.
    isolate: false,
    // Workers end after a stage: collecting garbage early and often took a tenth of the processor time. The flags hold
    // for the threads of a worker, too: with a larger young space, one that reaches the limit of its heap aborts the
    // whole process in one of five runs.
    execArgv: ['--initial-heap-size=512', '--max-semi-space-size=16'],
    setupFiles: ['./tests/support/property-seed.ts', './tests/support/restore-globals.ts'],
    testTimeout: minuteMs,
    hookTimeout: minuteMs,
    // A poll waits for a state; how long that takes is the machine's business.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          setupFiles: ['./tests/support/no-database.ts'],
          sequence: { groupOrder: 0 },
          include: [`${codeFolders}/**/*.test.{ts,tsx}`, 'tests/{support,import-boundaries}/**/*.test.ts'],
          // The package that makes the sample media has tests and packages of its own.
          exclude: ['**/*.{feature,system}.test.{ts,tsx}', 'scripts/sample-media/**'],
          // Some files wait for processes, files and timers.
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'feature',
          sequence: { groupOrder: 1 },
          include: [`${codeFolders}/**/*.feature.test.{ts,tsx}`],
          globalSetup: ['./tests/support/real-postgres.ts'],
          // Files wait for their database as much as they work.
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          sequence: { groupOrder: 2 },
          include: ['tests/system/**/*.test.ts', `${codeFolders}/**/*.system.test.{ts,tsx}`],
          globalSetup: ['./tests/system/global-setup.ts'],
          maxWorkers: availableParallelism() + 1,
          testTimeout: 2 * minuteMs,
          hookTimeout: 2 * minuteMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          sequence: { groupOrder: 3 },
          include: ['tests/e2e/**/*.spec.{ts,tsx}'],
          globalSetup: ['./tests/e2e/global-setup.ts'],
          // Pages wait for their site as much as they work.
          maxWorkers: availableParallelism() + 1,
          testTimeout: minuteMs,
          hookTimeout: minuteMs,
        },
      },
    ],
  },
})
