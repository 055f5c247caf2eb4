import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import type { SiteRecord } from '#features/issues/contract.ts'
import { platformArtDirection } from './art-directions.ts'
import type { PlatformsService } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { loadPlatforms } from './server/catalogue.ts'
import { checkSite } from './server/frame-check/check-site.ts'
import { createSiteChecks } from './server/frame-check/site-checks.ts'

/** The ecosystem with the checks of its sites. */
export const platforms = defineFeature({
  name: 'platforms',
  messages: { en, es },
  create({ config, contentDir, db, edits, clock, log, jobs, changes, pageCache }: FeatureDeps) {
    const { service: catalogue, editable } = loadPlatforms(contentDir, edits)
    const check = (url: string) => checkSite(url, { origin: config.origin, localHosts: config.PLATFORM_LOCAL_SITES })
    const urls = () => catalogue.list().flatMap(({ url }) => url || [])
    const checks = createSiteChecks({ db, clock, log, urls, check, onChange: () => pageCache.clear() })
    // An edit may have added an address.
    edits.onChange(() => jobs.wake('platforms.check-sites'))
    const service: PlatformsService = {
      ...catalogue,
      cards: () => catalogue.cards().map((card) => (card.url ? { ...card, site: checks.find(card.url) } : card)),
      frameOrigins: () => urls().flatMap((url) => checks.find(url).frame?.origins ?? []),
    }
    return {
      services: { platforms: service, checkSite: check },
      editable,
      artworkPlaces: [{ slug: 'platform-not-found', name: 'Platform not found', path: '/platform/not-found' }],
      artworkSlugs: () => service.list().map(({ id }) => id),
      artDirection(id) {
        const platform = service.find(id)
        return platform && platformArtDirection(platform)
      },
      externalOrigins: () => ({ frames: service.frameOrigins() }),
      newsletterRecords: {
        max: 6,
        rotates: true,
        list: (_since, now) =>
          service.list().map(({ id, name, url, here, description, helpText }): SiteRecord => {
            const facts = [description, helpText].join(' ').trim()
            return { kind: 'platform', title: name, facts, isUnlinked: !url && !here, path: `/platform/${id}`, at: now }
          }),
      },
      // Every process reads the results, but only one process checks the sites.
      jobs: [
        defineJob({
          name: 'platforms.check-sites',
          title: 'Check platform sites',
          role: 'worker',
          every: '1m',
          run: checks.now,
        }),
        defineJob({
          name: 'platforms.follow-sites',
          role: 'any',
          start: () => checks.start(changes),
          stop: checks.stop,
        }),
      ],
      checkSitesNow: () => checks.now(),
    }
  },
})
