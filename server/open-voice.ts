import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { modelSettings } from '#platform/model/model-settings.ts'
import type { HealthQuestion } from '#features/owner/server/health/health.ts'
import type { RadioService } from '#features/radio/contract.ts'
import type { VoiceService } from '#features/voice/contract.ts'
import { createVoiceLimits } from '#features/voice/server/limits.ts'
import { answerWithModel, writerName } from '#features/voice/server/persona/model-answer.ts'
import { createPersona, type Persona } from '#features/voice/server/persona/persona.ts'
import { loadLanguage } from '#features/voice/server/persona/language.ts'
import { type PersonaSources, recordsFor } from '#features/voice/server/persona/records.ts'
import { voiceRoutes } from '#features/voice/server/routes.ts'
import { askAgentRecord } from '#features/voice/server/sessions/agent-record.ts'
import { createTalkBudget } from '#features/voice/server/sessions/budget.ts'
import { createVoiceSessions } from '#features/voice/server/sessions/sessions.ts'
import { createVoiceHealth } from '#features/voice/server/voice-health.ts'

/** The artist's persona: the built-in one, and the outside agent where one is set up. */
export type Voice = {
  service: VoiceService
  routes: FastifyPluginAsync
  /** A line of it in the owner's Settings. */
  health: HealthQuestion
  /** Forgets every hour what is older than the privacy page says, and asks every few minutes what talks came to. */
  start(): void
  /** Asks it now. */
  billNow(): Promise<void>
  stop(): void
}

const hourMs = 3_600_000
const billEveryMs = 5 * 60_000

export function openVoice({
  config,
  contentDir,
  catalogue,
  onCatalogueChange,
  radio,
  database,
  clock,
  log,
}: {
  config: Config
  contentDir: string
  catalogue: PersonaSources
  onCatalogueChange: (listener: () => void) => void
  radio: { service: Pick<RadioService, 'nowPlaying'> }
  database: Database
  clock: Clock
  log: { warn(details: object, message: string): void }
}): Voice {
  const agent = () => {
    const { ELEVENLABS_AGENT_ID: agentId, ELEVENLABS_API_KEY: apiKey, ELEVENLABS_BASE_URL: baseUrl } = config
    return agentId ? { agentId, apiKey, baseUrl } : undefined
  }
  const language = loadLanguage(contentDir)
  const model = modelSettings(config)
  const writer = model && writerName(model)
  const personas = new Map<string, Persona>()
  onCatalogueChange(() => personas.clear())
  const { artists } = catalogue

  function personaOf(slug: string): Persona | undefined {
    const artist = artists.find(slug)
    if (!artist?.voicePersona) return undefined
    const known = personas.get(slug)
    if (known) return known
    const persona = createPersona(recordsFor(artist, catalogue, { clock, language }), writer)
    personas.set(slug, persona)
    return persona
  }

  function onAir() {
    const song = radio.service.nowPlaying().now_playing?.song
    return song && { title: song.title, artist: song.artist }
  }

  const budget = createTalkBudget({ db: database.db, clock })
  let timers: NodeJS.Timeout[] = []
  const forget = () =>
    void budget
      .forget()
      .catch((error: unknown) => log.warn({ err: error }, 'old conversations could not be forgotten; trying again in an hour'))
  async function billNow() {
    const settings = agent()
    if (settings?.apiKey) await budget.bill((conversation) => askAgentRecord(settings, conversation))
  }
  let isSilent = false
  const bill = () =>
    void billNow().then(
      () => (isSilent = false),
      (error: unknown) => {
        if (!isSilent) log.warn({ err: error }, 'the agent service does not tell how long talks were; what was booked counts')
        isSilent = true
      },
    )
  return {
    start() {
      timers = [setInterval(forget, hourMs).unref(), setInterval(bill, billEveryMs).unref()]
      forget()
    },
    billNow,
    stop: () => timers.forEach((timer) => clearInterval(timer)),
    service: {
      kindFor: (slug) => (artists.find(slug)?.voicePersona ? (agent() ? 'agent' : 'built-in') : undefined),
      writer,
      usedToday: budget.usedToday,
    },
    health: createVoiceHealth({ agent, budget }),
    routes: voiceRoutes({
      limits: createVoiceLimits(database),
      sessions: createVoiceSessions({ budget, agent, log }),
      personaOf,
      onAir,
      wordAnswer:
        model &&
        ((considered, question) =>
          answerWithModel(model, considered, question, (why) =>
            log.warn({ why }, 'the model did not word an answer of the persona; a passage was quoted'),
          )),
    }),
  }
}
