import { countOf } from '#shared/count-of.ts'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { type Locale, locales } from '#shared/locales.ts'
import { modelSettings } from '#platform/model/model-settings.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { createVoiceLimits } from './server/limits.ts'
import { createPersona, type Persona } from './server/persona/persona.ts'
import { loadLanguage } from './server/persona/language.ts'
import { answerWithModel, writerName } from './server/persona/model-answer.ts'
import { onAirOf } from './server/persona/radio-answers.ts'
import { recordsFor } from './server/persona/records.ts'
import { voiceRoutes } from './server/routes.ts'
import { agentOrigins, fetchAgentAddress } from './server/agent/agent-address.ts'
import { fetchAgentRecord } from './server/agent/agent-record.ts'
import { createTalkBudget, type TalkBudget } from './server/budget.ts'
import { createSpeech } from './server/speech/speech.ts'
import { createVoiceSessions } from './server/sessions.ts'
import type { ServiceStatus } from '#features/owner/contract.ts'
import type { AgentSettings } from './server/agent/agent-client.ts'

type Deps = FeatureDeps<'artists' | 'books' | 'legal' | 'market' | 'platforms' | 'tokens' | 'venue' | 'radio'>

/** The artist's persona: the built-in one, and the external agent if one is configured. */
export const voice = defineFeature({
  name: 'voice',
  messages: { en, es },
  create({ config, contentDir, database, db, edits, clock, log, texts, features, collect }: Deps) {
    const agent = () => {
      const { ELEVENLABS_AGENT_ID: agentId, ELEVENLABS_API_KEY: apiKey, ELEVENLABS_BASE_URL: baseUrl } = config
      return agentId ? { agentId, apiKey, baseUrl } : undefined
    }
    const languages = new Map(locales.map((locale) => [locale, loadLanguage(contentDir, locale)]))
    const model = modelSettings(config)
    const writer = model && writerName(model)
    const personas = new Map<string, Persona>()
    edits.onChange(() => personas.clear())
    const { artists, radio } = features

    function personaOf(slug: string, locale: Locale): Persona | undefined {
      const artist = artists.find(slug)
      if (!artist?.voicePersona) return undefined
      const key = `${locale} ${slug}`
      const known = personas.get(key)
      if (known) return known
      const persona = createPersona(
        recordsFor(
          artist,
          { ...features, story: collect('personaStory')[0]?.(locale) },
          { clock, language: languages.get(locale)!, texts },
        ),
        writer,
      )
      personas.set(key, persona)
      return persona
    }

    const budget = createTalkBudget({ db, clock })
    async function billNow() {
      const settings = agent()
      if (settings?.apiKey) await budget.bill((conversation) => fetchAgentRecord(settings, conversation))
    }
    return {
      services: {
        voice: {
          kindFor: (slug) => (artists.find(slug)?.voicePersona ? (agent() ? 'agent' : 'built-in') : undefined),
          writer,
          usedToday: budget.usedToday,
        },
      },
      health: createVoiceHealth({ agent, budget }),
      externalOrigins: () => ({
        connect: config.ELEVENLABS_AGENT_ID ? agentOrigins({ baseUrl: config.ELEVENLABS_BASE_URL }) : [],
      }),
      routes: voiceRoutes({
        limits: createVoiceLimits(database),
        sessions: createVoiceSessions({ budget, agent, log }),
        personaOf,
        onAir: () => onAirOf(radio.nowPlaying()),
        speech: createSpeech({ contentDir }),
        writeAnswer:
          model &&
          ((response, question) =>
            answerWithModel(model, response, question, (why) =>
              log.warn({ why }, 'persona model failed to answer; quoting a passage'),
            )),
      }),
      jobs: [
        // The privacy page promises to delete sessions after two days.
        defineJob({
          name: 'voice.forget-sessions',
          title: 'Delete old voice sessions',
          role: 'worker',
          every: '1h',
          run: budget.deleteOld,
        }),
        defineJob({
          name: 'voice.bill-sessions',
          title: 'Fetch conversation lengths from the voice service',
          role: 'worker',
          every: '5m',
          run: billNow,
        }),
      ],
      billNow,
    }
  },
})

/** Creates the health check of the persona: which one answers, and how much of today's talk time is used. */
function createVoiceHealth({
  agent,
  budget,
}: {
  agent: () => AgentSettings | undefined
  budget: Pick<TalkBudget, 'usedToday'>
}) {
  return {
    name: 'Voice persona',
    remedy:
      'Check ELEVENLABS_AGENT_ID, ELEVENLABS_API_KEY and the agent’s account. Until this is fixed, visitors see that voice could not be loaded and can type instead.',
    async check(): Promise<Omit<ServiceStatus, 'name'>> {
      const settings = agent()
      if (!settings) {
        const remedy =
          'Set ELEVENLABS_AGENT_ID for a voice agent; until then visitors talk with the built-in persona, in a synthetic voice.'
        return { state: 'local', message: 'Built-in persona', remedy }
      }
      // Signing is free of charge; a public agent needs no signature.
      await fetchAgentAddress(settings)
      const { usedSeconds, limitSeconds, sessions } = await budget.usedToday()
      const minutes = (seconds: number) => Math.ceil(seconds / 60)
      const isSigned = Boolean(settings.apiKey)
      return {
        state: isSigned ? 'ok' : 'error',
        message: `${isSigned ? 'Private agent' : 'Public agent, not checked'}: ${minutes(usedSeconds)} of ${minutes(limitSeconds)} minutes reserved or used today, ${countOf(sessions, 'conversation')}`,
        remedy: isSigned
          ? ''
          : 'Anyone with the agent ID can exceed your daily limit. Set ELEVENLABS_API_KEY and turn on authentication for the agent.',
      }
    },
  }
}
