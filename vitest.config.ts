import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const minuteMs = 60_000

/**
 * Three ways to run what stands beside the code. The React Router plugin stays out: tests import modules, not pages bundles.
 *
 * - `unit`: everything that needs no other program; rooms run on an embedded database in memory.
 * - `postgres`: the rooms and the database client once more, on a real PostgreSQL that lives as long as the run.
 * - `e2e`: stories in a real browser against the built site.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Files wait for disks, timers and other programs as much as they work: one more than there are cores takes a third of the time of one less.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,server,features,ui,platform,shared,content,scripts,bench,tests}/**/*.test.{ts,tsx}'],
          testTimeout: minuteMs,
          hookTimeout: 2 * minuteMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [
            'features/**/server/**/*.test.ts',
            'platform/{database,mailer}/**/*.test.ts',
            'platform/*.test.ts',
            'server/**/*.test.ts',
          ],
          // What proves the embedded databases proves nothing more beside another one.
          exclude: ['**/*{pglite,embedded,data-folder}*.test.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['./tests/support/real-postgres.ts'],
          testTimeout: 2 * minuteMs,
          hookTimeout: 2 * minuteMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.{ts,tsx}'],
          fileParallelism: false,
          testTimeout: 2 * minuteMs,
          hookTimeout: 2 * minuteMs,
        },
      },
    ],
  },
})
