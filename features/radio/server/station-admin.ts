import type { Database } from '#platform/database/open-database.ts'
import type { RadioService, StationOverview, StationAdminService } from '#features/radio/contract.ts'
import { endsAtMs } from './plan.ts'
import { listLatestPlays, listProcesses } from './queries.ts'

/** Number of plays shown, upcoming and past. */
const plays = 16

type StationAdminDeps = {
  db: Database['db']
  radio: RadioService
  /** Id of this process within the station. */
  process: string | undefined
  external: () => StationOverview['external']
}

/** Creates the service of the station page. Without the database it still responds, with less information. */
export function createStationAdmin({ db, radio, process, external }: StationAdminDeps): StationAdminService {
  return {
    async read() {
      const shared = process === undefined ? undefined : await readShared(db, process).catch(() => undefined)
      return { nowPlaying: radio.nowPlaying(), problems: radio.problems(), shared, external: external() }
    },
  }
}

async function readShared(db: Database['db'], process: string): Promise<StationOverview['shared']> {
  const [latest, processes] = await Promise.all([listLatestPlays(db, plays), listProcesses(db)])
  return {
    plays: latest.map((play) => ({
      position: play.position,
      title: play.title,
      artist: play.artist,
      startsAtMs: play.startsAtMs,
      endsAtMs: endsAtMs(play),
    })),
    processes: processes.map((one) => ({ ...one, isThis: one.id === process })),
  }
}
