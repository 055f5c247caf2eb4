import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import type { ManualTime } from './test-time.ts'

/** A database clock that returns a fixed value: functions in this schema are found before the system's own. */
const ownClock = `
  CREATE SCHEMA test_time;
  CREATE SEQUENCE test_time.now_ms START 1;
  CREATE FUNCTION test_time.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM test_time.now_ms';
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = test_time, public, pg_catalog', current_database()); END $$;
  SET search_path = test_time, public, pg_catalog`

/** Creates a database for the tests of one file, emptied before each of them. */
export function createStationDatabase() {
  let database: Database
  let hasOwnClock = false
  beforeAll(async () => {
    database = await createTestDatabase({ migrationsDir: resolve(import.meta.dirname, '../../../db/migrations') })
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.pool.query(
      'DELETE FROM radio_plays; DELETE FROM radio_lease; DELETE FROM radio_listeners; DELETE FROM radio_tracks',
    )
  })
  return {
    db: () => database.db,
    /** Returns the database with its clock set to the test's time from now on. */
    async inTime(time: ManualTime): Promise<Database['db']> {
      // At most one connection was opened before; later ones get the clock through a setting of the database.
      if (!hasOwnClock) await database.pool.query(ownClock)
      hasOwnClock = true
      const set = (nowMs: number) => database.pool.query(`SELECT setval('test_time.now_ms', ${Math.round(nowMs)})`)
      time.onMove(set)
      await set(time.nowMs())
      return database.db
    },
  }
}
