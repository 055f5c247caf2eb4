import childProcess from 'node:child_process'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'

/*
 * Vitest setup file of the pure stage, in which tests must not open a database. Database drivers are replaced with ones
 * that throw, database servers do not start, and TEST_DATABASE_URL is unset.
 */

const driver = new URL('./no-database-driver.ts', import.meta.url).href
const isDriver = /\/node_modules\/(pg|@electric-sql\/pglite)\//
const isServer = /^(postgres|initdb|pg_ctl)$/

delete process.env['TEST_DATABASE_URL']

// Once per worker: its files share the modules.
const guarded = globalThis as { isWithoutDatabase?: true }
if (!guarded.isWithoutDatabase) {
  guarded.isWithoutDatabase = true
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      return isDriver.test(found.url) ? { url: driver, format: 'module-typescript', shortCircuit: true } : found
    },
  })
  for (const name of ['spawn', 'spawnSync'] as const) {
    const start = childProcess[name] as (...args: unknown[]) => unknown
    Object.assign(childProcess, {
      [name](command: string, ...rest: unknown[]) {
        if (isServer.test(basename(command)))
          throw new Error(
            'This test starts a database server, which the pure stage does not have. Name the file *.system.test.ts.',
          )
        return start(command, ...rest)
      },
    })
  }
  syncBuiltinESMExports()
}
