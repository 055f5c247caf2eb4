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
  create({ config, contentDir, edits, texts, features }: FeatureDeps<'platforms'>) {
    const { service, editable } = loadJourney(
      contentDir,
      () => Object.fromEntries(features.platforms.list().map(({ id, name }) => [id, name])),
      edits,
    )
    return {
      services: { journey: service },
      artworkPlaces: [{ slug: 'journey', name: 'Journey', path: '/journey' }],
      editable,
      routes: journeyRoutes({ journey: service, origin: config.origin, siteName: () => config.SITE_NAME }),
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
      personaStory(locale) {
        const t = texts.translator(locale)
        const translate = <Data>(data: Data): Data => texts.content(locale, data)
        const { roots, infrastructure, legacy, recognition } = translate(service.page())
        const page = { label: t('journey.persona.label'), href: '/journey' }
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
          opening: t('journey.persona.dated', { period, title }),
          label: `${page.label}, ${period}`,
          href: page.href,
        })
        return {
          founder: roots[0]!,
          recognition,
          texts: [
            ...translate(service.milestones()).map((one) =>
              dated(one.award ? { ...one, description: `${one.description} ${one.award}.` } : one),
            ),
            ...translate(service.eras()).map(dated),
            ...[...roots, ...infrastructure, ...legacy].map((text) => ({
              ...page,
              title: '',
              text,
              opening: t('journey.persona.lead'),
            })),
          ],
        }
      },
    }
  },
})
