import { z } from 'zod'
import { readContent, refuseContent } from '#platform/content-files.ts'
import { type Platform, type PlatformCard, platformSchema, type PlatformsService } from '#features/platforms/contract.ts'

/** Loads the ecosystem from `content/platforms.yaml`; ids are unique and related ids exist. */
export function loadPlatforms(contentDir: string): PlatformsService {
  const platforms = readContent(contentDir, 'platforms.yaml', z.array(platformSchema).min(1))
  const byId = new Map(platforms.map((platform) => [platform.id, platform]))
  refuseContent([
    ...(byId.size === platforms.length ? [] : ['content/platforms.yaml: two entries share an id']),
    ...platforms.flatMap((platform, index) =>
      platform.related
        .filter((id) => !byId.has(id) || id === platform.id)
        .map((id) => `content/platforms.yaml: ${index}.related: there is no other platform with the id ${id}`),
    ),
  ])
  const cards = platforms.map(cardOf)
  return { list: () => platforms, cards: () => cards, find: (id) => byId.get(id) }
}

function cardOf({ id, name, url, category, icon, description, helpText }: Platform): PlatformCard {
  return { id, name, url, category, icon, description, helpText }
}
