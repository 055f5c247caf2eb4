import { z } from 'zod'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { derived, type EntrySource } from '#platform/content-edits/derived.ts'
import { readContent, refuseContent } from '#platform/content-files.ts'
import { type Platform, type PlatformCard, platformSchema, type PlatformsService } from '#features/platforms/contract.ts'
import { editablePlatforms } from './editable-platforms.ts'

/** Loads the ecosystem from `content/platforms.yaml`, with the owner's edits over it; ids are unique and related ids exist. */
export function loadPlatforms(contentDir: string, edits: ContentEdits) {
  const files = readContent(contentDir, 'platforms.yaml', z.array(platformSchema).min(1))
  const ids = new Set(files.map(({ id }) => id))
  refuseContent([
    ...(ids.size === files.length ? [] : ['content/platforms.yaml: two entries share an id']),
    ...files.flatMap((platform, index) =>
      platform.related
        .filter((id) => !ids.has(id) || id === platform.id)
        .map((id) => `content/platforms.yaml: ${index}.related: there is no other platform with the id ${id}`),
    ),
  ])
  const platforms = edits.follow({ kind: 'platform', files, keyOf: ({ id }) => id, schema: platformSchema })
  return {
    service: platformsOver(platforms),
    editable: [editablePlatforms({ platforms, serviceOver: platformsOver })],
  }
}

/** The ecosystem over any source of entries, in its order. */
function platformsOver(source: EntrySource<Platform>): PlatformsService {
  const ecosystem = derived(source, (entries) => {
    const ids = new Set(entries.map(({ id }) => id))
    // An edit may name a platform that a later version of the files no longer has: that one is left out.
    const list = entries.map((platform) => ({ ...platform, related: platform.related.filter((id) => ids.has(id)) }))
    return { list, cards: list.map(cardOf), byId: new Map(list.map((platform) => [platform.id, platform])) }
  })
  return {
    list: () => ecosystem().list,
    cards: () => ecosystem().cards,
    find: (id) => ecosystem().byId.get(id),
    frameOrigins: () => [],
  }
}

/** A card as the catalogue alone knows it: an address of which nobody has heard yet. */
function cardOf({ id, name, url, here, category, icon, description, helpText }: Platform): PlatformCard {
  const isHere = here ? { isHere: true as const } : {}
  return { id, name, url, category, icon, description, helpText, ...(url ? { site: { status: 'unknown', why: 'unasked' } } : isHere) }
}
