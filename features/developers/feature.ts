import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { apiLimit, apiRoot, type EndpointSummary } from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { endpoints } from './server/endpoints.ts'
import { apiRoutes } from './server/routes.ts'
import type { ApiServices } from './server/views.ts'

type Needed = keyof ApiServices

/** The public API and its documentation. The second parameter overrides the limit in tests. */
export const developers = defineFeature({
  name: 'developers',
  messages: { en, es },
  create(
    { config, clock, texts, features, figureAddress }: FeatureDeps<Needed>,
    { limit = apiLimit }: { limit?: { requests: number; windowSeconds: number } } = {},
  ) {
    const services: ApiServices = features
    return {
      artworkPlaces: [{ slug: 'developers', name: 'Developers', path: '/developers' }],
      services: { publicApi: { endpoints: () => endpoints.map((endpoint) => describe(endpoint, services)) } },
      routes: apiRoutes({
        services: () => services,
        texts,
        origin: config.origin,
        figureAddress,
        email: () => config.SUPPORT_EMAIL,
        siteName: () => config.SITE_NAME,
        now: () => clock.now(),
        limit,
      }),
    }
  },
})

function describe(endpoint: (typeof endpoints)[number], services: ApiServices): EndpointSummary {
  const { id, path, query, maxAgeSeconds, exampleName } = endpoint
  const name = exampleName?.(services)
  return {
    id,
    path: apiRoot + path,
    summary: `developers.endpoints.${id}`,
    query: Object.keys(query.shape),
    example: path.includes('{') ? name && apiRoot + path.replace(/\{\w+\}/, name) : apiRoot + path,
    maxAgeSeconds,
  }
}
