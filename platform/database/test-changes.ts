import { onTestFinished } from 'vitest'
import { type Changes, createChanges } from './changes.ts'
import type { Database } from './open-database.ts'

/** Nobody tells of changes: followers look when their test asks them to. */
export const silentChanges: Changes = {
  subscribe: () => async () => undefined,
  notify: async () => undefined,
  broadcast: async () => undefined,
  onBroadcast: () => () => undefined,
  listen: async () => undefined,
  isListening: () => false,
  stop: async () => undefined,
}

/** Changes of a test's database as a running site hears them, until the test ends. */
export async function createTestChanges(database: Database): Promise<Changes> {
  const changes = createChanges({ database, log: { info: () => undefined, warn: () => undefined } })
  onTestFinished(() => changes.stop())
  await changes.listen()
  return changes
}
