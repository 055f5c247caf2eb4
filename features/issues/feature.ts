import { acceptEmptyJson } from '#platform/empty-json.ts'
import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { createArchive } from './server/archive/archive.ts'
import { withIssueImages } from './server/archive/issue-images.ts'
import { archiveRoutes } from './server/archive/feed.ts'
import { createLinkChecker } from './server/link-checker.ts'
import { createFeeds } from './server/feeds/feeds.ts'
import { feedRoutes } from './server/feeds/routes.ts'
import { createRecordCollector } from './server/generate/gather-records.ts'
import { createGenerator } from './server/generate/generator.ts'
import { generateRoutes } from './server/generate/routes.ts'
import { createTrigger } from './server/generate/trigger.ts'
import { createIssues } from './server/issues.ts'
import { checkLinks } from './server/check-links.ts'
import { listImageTexts } from './server/queries.ts'
import { issueRoutes } from './server/routes.ts'

/** Issues of the newsletter: written in the admin or generated, and read in the archive. */
export const issues = defineFeature({
  name: 'issues',
  messages: { en, es },
  create(deps: FeatureDeps) {
    const { config, database, db, clock, pageCache, edits, collect, allServices } = deps
    const delivery = () => allServices().issueDelivery
    const archive = createArchive(deps)
    archive.onChange(() => pageCache.clear())
    const { service: issueArchive, editable } = withIssueImages(archive, edits)
    const links = createLinkChecker(() => config.NEWSLETTER_LOCAL_FEEDS)
    const service = createIssues(deps, delivery, links)
    const feeds = createFeeds(deps)
    const gather = createRecordCollector({ sources: () => collect('newsletterRecords'), clock })
    const findDead = async (urls: readonly string[]) =>
      new Set((await checkLinks(urls, config.origin, links)).map(({ url }) => url))
    const generator = createGenerator({ ...deps, gather, feeds, findDead })
    const triggerLock = createRateLimit({
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
      triggerLock,
    })
    return {
      services: { issues: service, issueArchive },
      editable,
      imageTexts: () => listImageTexts(db),
      artworkPlaces: [
        { slug: 'newsletter', name: 'Newsletter', path: '/newsletter' },
        { slug: 'newsletter-not-found', name: 'Issue not found', path: '/newsletter/not-found' },
      ],
      ready: () => archive.connect(),
      async routes(app) {
        links.connect(app)
        await app.register(async (admin) => {
          acceptEmptyJson(admin)
          await admin.register(issueRoutes({ issues: service }))
          await admin.register(feedRoutes({ feeds }))
          const perEditor = createRateLimit({
            pool: database.pool,
            name: 'newsletter-generate',
            points: 30,
            durationSeconds: 600,
          })
          await admin.register(generateRoutes({ generator, trigger, perEditor }))
        })
        await app.register(archiveRoutes({ archive }))
      },
      close: () => archive.stop(),
      archive,
    }
  },
})
