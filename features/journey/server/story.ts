import { z } from 'zod'
import { readContent, refuseContent } from '#platform/content-files.ts'
import { eraSchema, journeyPageSchema, type JourneyService, milestoneSchema } from '#features/journey/contract.ts'

/**
 * Loads the founder's story.
 *
 * @param isPlatform Whether a platform with this id exists; the story may only name real ones.
 */
export function loadJourney(contentDir: string, isPlatform: (id: string) => boolean): JourneyService {
  const eras = readContent(contentDir, 'eras.yaml', z.array(eraSchema).length(4))
  const milestones = readContent(contentDir, 'milestones.yaml', z.array(milestoneSchema).length(8))
  const page = readContent(contentDir, 'journey.yaml', journeyPageSchema)
  refuseContent(
    page.platforms
      .filter(({ id }) => !isPlatform(id))
      .map(({ id }) => `content/journey.yaml: platforms: there is no platform with the id ${id}`),
  )
  return { eras: () => eras, milestones: () => milestones, page: () => page }
}
