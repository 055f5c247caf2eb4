import { resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Clock, systemClock } from '#platform/clock.ts'
import { features } from '#server/features.ts'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { loadLanguage } from './language.ts'
import { createPersona, type Persona } from './persona.ts'
import { onAir } from './test-questions.ts'
import { recordsFor } from './records.ts'

export { onAir }

const contentDir = resolve(import.meta.dirname, '../../../../content')

/** The shipped language file and catalogues. */
export const language = loadLanguage(contentDir)
export const texts = joinCatalogues({ features, contentDir })

/**
 * Creates the persona of Nova Swade on the shipped content before the tests of a file, and closes its site after them.
 */
export function createTestPersona(clock: Clock = systemClock) {
  let site: TestSite
  let persona: Persona
  beforeAll(async () => {
    site = await buildTestSite()
    persona = createPersona(
      recordsFor(
        site.services.artists.find('nova-swade')!,
        { ...site.services, story: site.collect('personaStory')[0]?.('en') },
        { clock, language, texts },
      ),
    )
  })
  afterAll(() => site?.close())
  return {
    site: () => site,
    persona: () => persona,
    ask: (message: string): PersonaAnswer => persona.answer(message, onAir),
  }
}
