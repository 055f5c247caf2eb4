import type { FollowedContent } from '#platform/content-edits/content-edits.ts'
import { withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { missingImage } from '#platform/images.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import {
  type Era,
  eraSchema,
  type JourneyPage,
  journeyPageSchema,
  type JourneyService,
  type Milestone,
  milestoneSchema,
} from '#features/journey/contract.ts'

type Followed = {
  eras: FollowedContent<Era>
  milestones: FollowedContent<Milestone>
  page: FollowedContent<JourneyPage>
}
type Deps = {
  story: Followed
  platformNames: () => Readonly<Record<string, string>>
  serviceOver(sources: Pick<{ [Part in keyof Followed]: Pick<Followed[Part], 'list'> }, keyof Followed>): JourneyService
}

/**
 * Returns the editable kinds of the journey: four eras, eight milestones and the page's texts. None can be added or
 * removed.
 */
export function editableStory({ story, platformNames, serviceOver }: Deps): EditableKind[] {
  const { eras, milestones, page } = story
  return [
    {
      kind: 'milestone',
      singular: 'Milestone',
      plural: 'Milestones',
      fields: entryFields(milestoneSchema, { keyProperty: 'id' }),
      schema: milestoneSchema,
      keyProperty: 'id',
      list: () =>
        milestones.list().map((entry) => ({ key: entry.id, name: `${entry.period} · ${entry.title}`, entry })),
      original: (key) => milestones.original(key),
      problems: (entry, isStored) => missingImage((entry as Milestone).image ?? '', isStored),
      pages: () => [{ path: '/journey', label: 'Journey' }],
      over: (entry) => ({
        journey: serviceOver({ ...story, milestones: withEntry(milestones, ({ id }) => id, entry as Milestone) }),
      }),
    },
    {
      kind: 'era',
      singular: 'Era',
      plural: 'Eras',
      fields: entryFields(eraSchema, { keyProperty: 'period' }),
      schema: eraSchema,
      keyProperty: 'period',
      list: () => eras.list().map((entry) => ({ key: entry.period, name: `${entry.period} · ${entry.title}`, entry })),
      original: (key) => eras.original(key),
      problems: (entry, isStored) => missingImage((entry as Era).image ?? '', isStored),
      pages: () => [{ path: '/', label: 'Landing page' }],
      over: (entry) => ({
        journey: serviceOver({ ...story, eras: withEntry(eras, ({ period }) => period, entry as Era) }),
      }),
    },
    {
      kind: 'journey',
      singular: 'Journey page',
      plural: 'Journey page',
      // Names can be edited.
      get fields() {
        return entryFields(journeyPageSchema, { choices: { platforms: platformNames() } })
      },
      schema: journeyPageSchema,
      keyProperty: undefined,
      list: () => page.list().map((entry) => ({ key: 'page', name: 'The Journey', entry })),
      original: (key) => page.original(key),
      problems: (entry) =>
        (entry as JourneyPage).platforms.flatMap(({ id }, index) =>
          Object.hasOwn(platformNames(), id)
            ? []
            : [{ path: `platforms.${index}.id`, message: `There is no platform with the id ${id}.` }],
        ),
      pages: () => [{ path: '/journey', label: 'Journey' }],
      over: (entry) => ({
        journey: serviceOver({ ...story, page: withEntry(page, () => 'page', entry as JourneyPage) }),
      }),
    },
  ]
}
