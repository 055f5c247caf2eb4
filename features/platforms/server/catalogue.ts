import { z } from 'zod'
import type { ContentEdits, FollowedContent } from '#platform/content-edits/content-edits.ts'
import { derived, type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import { readContent, refuseContent } from '#platform/content-files.ts'
import { platformArtDirection } from '#features/platforms/art-directions.ts'
import {
  type Platform,
  type PlatformCard,
  platformSchema,
  type PlatformsService,
} from '#features/platforms/contract.ts'
import { missingImage } from '#platform/images.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'

/** Loads the ecosystem from `content/platforms.yaml` with the owner's edits; ids are unique and related ids exist. */
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

/** Creates the platforms service for a source of entries. */
function platformsOver(source: EntrySource<Platform>): PlatformsService {
  const ecosystem = derived(source, (entries) => {
    const ids = new Set(entries.map(({ id }) => id))
    // An edit may name a platform that was removed from the files later; it is skipped.
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

/** Returns a card from the catalogue alone; its site is unchecked. */
function cardOf({
  id,
  name,
  url,
  here,
  category,
  icon,
  description,
  helpText,
  image,
  imageAlt,
}: Platform): PlatformCard {
  const isHere = here ? { isHere: true as const } : {}
  return {
    id,
    name,
    url,
    category,
    icon,
    description,
    helpText,
    ground: platformArtDirection({ category }).ground,
    // Most platforms have no image, and every page with the carousel contains all cards.
    ...(image && { image }),
    ...(image && imageAlt && { imageAlt }),
    ...(url ? { site: { status: 'unknown', why: 'unasked' } } : isHere),
  }
}

type Deps = { platforms: FollowedContent<Platform>; serviceOver(source: EntrySource<Platform>): PlatformsService }

/** Returns the editable kind of platforms. There is one per category, so none can be added or removed. */
function editablePlatforms({ platforms, serviceOver }: Deps): EditableKind {
  const others = (entry: Platform) => platforms.list().filter(({ id }) => id !== entry.id)
  return {
    kind: 'platform',
    singular: 'Platform',
    plural: 'Platforms',
    // Names can be edited.
    get fields() {
      return entryFields(platformSchema, {
        keyProperty: 'id',
        choices: { platforms: Object.fromEntries(platforms.list().map(({ id, name }) => [id, name])) },
      })
    },
    schema: platformSchema,
    keyProperty: 'id',
    list: () => platforms.list().map((entry) => ({ key: entry.id, name: entry.name, entry })),
    original: (key) => platforms.original(key),
    async problems(entry, isStored) {
      const platform = entry as Platform
      const ids = others(platform).map(({ id }) => id)
      const missing = await missingImage(platform.image ?? '', isStored)
      const taken = others(platform).find(({ category }) => category === platform.category)
      return [
        ...platform.related.flatMap((id, index) =>
          !ids.includes(id)
            ? [{ path: `related.${index}`, message: 'Select another platform.' }]
            : platform.related.indexOf(id) < index
              ? [{ path: `related.${index}`, message: 'This platform is listed twice.' }]
              : [],
        ),
        ...missing,
        ...(taken
          ? [
              {
                path: 'category',
                message: `${platform.category} is already the category of ${taken.name}. Each category has one platform.`,
              },
            ]
          : []),
      ]
    },
    pages: (key) => [
      { path: `/platform/${key}`, label: 'Platform page' },
      { path: '/', label: 'Landing page' },
    ],
    over: (entry) => ({ platforms: serviceOver(withEntry(platforms, ({ id }) => id, entry as Platform)) }),
  }
}
