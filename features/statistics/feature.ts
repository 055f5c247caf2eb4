import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import type { StatisticsService } from './contract.ts'
import { createCounter } from './server/counter.ts'
import { addCounts } from './server/queries.ts'
import { createReports } from './server/report.ts'
import { statisticsRetention } from './server/retention.ts'
import { countUses, statisticsRoutes } from './server/routes.ts'

const saveEveryMs = 30_000

/** The statistics feature: counts by day without cookies, and their page in the admin. */
export const statistics = defineFeature({
  name: 'statistics',
  create({ db, clock, log, config, pageName, allServices, features }: FeatureDeps<'radio'>) {
    const counter = createCounter({ clock, save: (counts) => addCounts(db, counts) })
    const service: StatisticsService = {
      count: counter.count,
      ...createReports({ db, clock, services: allServices }),
    }
    const save = () =>
      counter.save().catch((error: unknown) => log.warn({ err: error }, 'statistics could not be saved; retrying'))
    let timer: NodeJS.Timeout | undefined
    return {
      services: { statistics: service },
      hooks: countUses({ statistics: service, clock }),
      routes: statisticsRoutes({ statistics: service, pageName, clock, config }),
      retention: statisticsRetention,
      jobs: [
        defineJob({
          name: 'statistics.save',
          role: 'any',
          start: () => void (timer = setInterval(() => void save(), saveEveryMs).unref()),
          stop: () => clearInterval(timer),
        }),
        defineJob({
          name: 'statistics.count-listeners',
          title: 'Count the listeners of the station',
          // Web processes have the listener counts of all processes.
          role: 'web',
          every: '1m',
          async run() {
            const { total } = features.radio.nowPlaying().listeners
            const hour = clock.now().toISOString().slice(11, 13)
            if (total > 0) service.count('listening', hour, total)
          },
        }),
      ],
      close: save,
      /** Saves all counts at once, for tests. */
      saveNow: () => counter.save(),
    }
  },
})
