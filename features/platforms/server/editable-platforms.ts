import type { FollowedContent } from '#platform/content-edits/content-edits.ts'
import { type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { type Platform, platformSchema, type PlatformsService } from '#features/platforms/contract.ts'

type Parts = { platforms: FollowedContent<Platform>; serviceOver(source: EntrySource<Platform>): PlatformsService }

/** Platforms as the owner edits them: one a category, so none comes and none goes. */
export function editablePlatforms({ platforms, serviceOver }: Parts): EditableKind {
  const others = (entry: Platform) => platforms.list().filter(({ id }) => id !== entry.id)
  return {
    kind: 'platform',
    one: 'Platform',
    many: 'Platforms',
    fields: entryFields(platformSchema, { keyProperty: 'id', choices: { platforms: platforms.list().map(({ id }) => id) } }),
    schema: platformSchema,
    keyProperty: 'id',
    list: () => platforms.list().map((entry) => ({ key: entry.id, name: entry.name, entry })),
    original: (key) => platforms.original(key),
    problems(entry) {
      const platform = entry as Platform
      const ids = others(platform).map(({ id }) => id)
      const taken = others(platform).find(({ category }) => category === platform.category)
      return [
        ...platform.related.flatMap((id, index) =>
          !ids.includes(id)
            ? [{ path: `related.${index}`, message: `There is no other platform with the id ${id}.` }]
            : platform.related.indexOf(id) < index
              ? [{ path: `related.${index}`, message: `${id} stands here twice.` }]
              : [],
        ),
        ...(taken ? [{ path: 'category', message: `${platform.category} is the category of ${taken.name}; each has one platform.` }] : []),
      ]
    },
    pages: (key) => [
      { path: `/platform/${key}`, label: 'Its own page' },
      { path: '/', label: 'Landing page' },
    ],
    over: (entry) => ({ platforms: serviceOver(withEntry(platforms, ({ id }) => id, entry as Platform)) }),
  }
}
