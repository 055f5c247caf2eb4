import { takeEmptyJson } from '#platform/empty-json.ts'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import { createArchive } from './server/archive/archive.ts'
import { archiveRoutes } from './server/archive/feed.ts'
import { createLinkAsking } from './server/ask-links.ts'
import { createFeeds } from './server/feeds/feeds.ts'
import { feedRoutes } from './server/feeds/routes.ts'
import { createRecordGathering } from './server/generate/gather-records.ts'
import { createGenerator } from './server/generate/generator.ts'
import { generateRoutes } from './server/generate/routes.ts'
import { createTrigger } from './server/generate/trigger.ts'
import { createIssues } from './server/issues.ts'
import { lookAtLinks } from './server/look-at-links.ts'
import { issueRoutes } from './server/routes.ts'

/** Issues of the letter: written at the desk or generated, and read in the archive. */
export const issues = defineFeature({
  name: 'issues',
  create(parts: FeatureDeps) {
    const { config, database, db, clock, pageCache, collect, later } = parts
    const delivery = () => later().issueDelivery
    const archive = createArchive(parts)
    archive.onChange(() => pageCache.clear())
    const links = createLinkAsking(() => config.NEWSLETTER_LOCAL_FEEDS)
    const service = createIssues(parts, delivery, links)
    const feeds = createFeeds(parts)
    const gather = createRecordGathering({ sources: () => collect('newsletterRecords'), clock })
    const findDead = async (urls: readonly string[]) =>
      new Set((await lookAtLinks(urls, config.origin, links)).map(({ url }) => url))
    const generator = createGenerator({ ...parts, gather, feeds, findDead })
    const onePress = createRateLimit({
      pool: database.pool,
      name: 'newsletter-trigger',
      points: 1,
      durationSeconds: 300,
    })
    const trigger = createTrigger({
      db,
      clock,
      generator,
      issues: service,
      schedule: (...which) => delivery().schedule(...which),
      onePress,
    })
    return {
      services: { issues: service, issueArchive: archive },
      ready: () => archive.connect(),
      async routes(app) {
        links.connect(app)
        await app.register(async (desk) => {
          takeEmptyJson(desk)
          await desk.register(issueRoutes({ issues: service }))
          await desk.register(feedRoutes({ feeds }))
          const perEditor = createRateLimit({
            pool: database.pool,
            name: 'newsletter-generate',
            points: 30,
            durationSeconds: 600,
          })
          await desk.register(generateRoutes({ generator, trigger, perEditor }))
        })
        await app.register(archiveRoutes({ archive }))
      },
      close: () => archive.stop(),
      archive,
    }
  },
})
