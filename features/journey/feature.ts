import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { firstSentences } from '#shared/first-sentences.ts'
import type { SiteRecord } from '#features/issues/contract.ts'
import type { PersonaText } from '#features/voice/contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { journeyRoutes } from './server/routes.ts'
import { loadJourney } from './server/story.ts'

/** The founder's story, with its feed. */
export const journey = defineFeature({
  name: 'journey',
  messages: { en, es },
  create({ config, contentDir, edits, features }: FeatureDeps<'platforms'>) {
    const { service, editable } = loadJourney(contentDir, () => features.platforms.list().map(({ id }) => id), edits)
    return {
      services: { journey: service },
      editable,
      routes: journeyRoutes({ journey: service, origin: config.origin }),
      newsletterRecords: {
        max: 2,
        rotates: true,
        list: (_since, now) =>
          service.milestones().map(({ period, title, description }): SiteRecord => ({
            kind: 'milestone',
            title: `${period}: ${title}`,
            facts: firstSentences(description, 3),
            path: '/journey',
            at: now,
          })),
      },
      personaStory() {
        const { roots, infrastructure, legacy, recognition } = service.page()
        const page = { label: 'The journey', href: '/journey' }
        const dated = ({
          period,
          title,
          description,
        }: {
          period: string
          title: string
          description: string
        }): PersonaText => ({
          title,
          text: description,
          keys: period,
          opening: `${period}, “${title}”:`,
          label: `The journey, ${period}`,
          href: page.href,
        })
        return {
          founder: roots[0]!,
          recognition,
          texts: [
            ...service
              .milestones()
              .map((one) => dated(one.award ? { ...one, description: `${one.description} ${one.award}.` } : one)),
            ...service.eras().map(dated),
            ...[...roots, ...infrastructure, ...legacy].map((text) => ({
              ...page,
              title: '',
              text,
              opening: 'The journey:',
            })),
          ],
        }
      },
    }
  },
})
