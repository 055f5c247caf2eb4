import { z } from 'zod'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { type EntrySource } from '#platform/content-edits/derived.ts'
import { readContent, refuseContent } from '#platform/content-files.ts'
import {
  type Era,
  eraSchema,
  type JourneyPage,
  journeyPageSchema,
  type JourneyService,
  type Milestone,
  milestoneSchema,
} from '#features/journey/contract.ts'
import { editableStory } from './editable-story.ts'

/** Sources of the parts of the journey. */
type StorySources = {
  eras: EntrySource<Era>
  milestones: EntrySource<Milestone>
  page: EntrySource<JourneyPage>
}

/**
 * Loads the founder's journey with the owner's edits.
 *
 * @param platformNames Returns the names of existing platforms by id, the only ones that the journey may name.
 */
export function loadJourney(
  contentDir: string,
  platformNames: () => Readonly<Record<string, string>>,
  edits: ContentEdits,
) {
  const eraFiles = readContent(contentDir, 'eras.yaml', z.array(eraSchema).length(4))
  const milestoneFiles = readContent(contentDir, 'milestones.yaml', z.array(milestoneSchema).length(8))
  const pageFile = readContent(contentDir, 'journey.yaml', journeyPageSchema)
  refuseContent(
    pageFile.platforms
      .filter(({ id }) => !Object.hasOwn(platformNames(), id))
      .map(({ id }) => `content/journey.yaml: platforms: there is no platform with the id ${id}`),
  )
  const story = {
    eras: edits.follow({ kind: 'era', files: eraFiles, keyOf: ({ period }) => period, schema: eraSchema }),
    milestones: edits.follow({
      kind: 'milestone',
      files: milestoneFiles,
      keyOf: ({ id }) => id,
      schema: milestoneSchema,
    }),
    page: edits.follow({ kind: 'journey', files: [pageFile], keyOf: () => 'page', schema: journeyPageSchema }),
  }
  const serviceOver = ({ eras, milestones, page }: StorySources): JourneyService => ({
    eras: () => eras.list() as Era[],
    milestones: () => milestones.list() as Milestone[],
    page() {
      const saved = page.list()[0] ?? pageFile
      // An edit may name a platform that was removed from the files later; it is skipped.
      return { ...saved, platforms: saved.platforms.filter(({ id }) => Object.hasOwn(platformNames(), id)) }
    },
  })
  return { service: serviceOver(story), editable: editableStory({ story, platformNames, serviceOver }) }
}
