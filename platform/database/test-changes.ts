import { onTestFinished } from 'vitest'
import { type Changes, createChanges } from './changes.ts'
import type { Database } from './open-database.ts'

/** Sends no notifications: subscriptions poll when the test requests it. */
export const silentChanges: Changes = {
  subscribe: () => async () => undefined,
  notify: async () => undefined,
  broadcast: async () => undefined,
  onBroadcast: () => () => undefined,
  listen: async () => undefined,
  isListening: () => false,
  stop: async () => undefined,
}

/** Creates the change notifications of a running site on the database of a test, until the test ends. */
export async function createTestChanges(database: Database): Promise<Changes> {
  const changes = createChanges({ database, log: { info: () => undefined, warn: () => undefined } })
  onTestFinished(() => changes.stop())
  await changes.listen()
  return changes
}
