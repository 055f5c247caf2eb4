import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clientKey } from '#platform/rate-limit.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { Locale } from '#shared/locales.ts'
import {
  messagesEndpoint,
  type PersonaAnswer,
  sessionsEndpoint,
  type SessionReply,
  commandsEndpoint,
  speechSchema,
} from '#features/voice/contract.ts'
import { endSessionPath, speechPath } from '#features/voice/constants.ts'
import { consume, type createVoiceLimits } from './limits.ts'
import type { OnAir } from './persona/actions.ts'
import type { PersonaResponse, Persona } from './persona/persona.ts'
import type { Speech } from './speech/speech.ts'
import type { createVoiceSessions } from './sessions.ts'

type Deps = {
  limits: ReturnType<typeof createVoiceLimits>
  sessions: ReturnType<typeof createVoiceSessions>
  /** Returns undefined for an artist without a persona. */
  personaOf: (artistSlug: string, locale: Locale) => Persona | undefined
  onAir: () => OnAir
  speech: Speech
  /** Writes an answer with a model; undefined if none is configured. */
  writeAnswer: ((response: PersonaResponse, question: string) => Promise<PersonaAnswer>) | undefined
}

const tooManyMessages = { key: 'voice.errors.tooManyMessages' }

/** Routes of the persona. Responses belong to one visitor and must not be cached. */
export function voiceRoutes({ limits, sessions, personaOf, onAir, speech, writeAnswer }: Deps) {
  return async function routes(app: FastifyInstance) {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    const getPersona = (artist: string, { locale }: FastifyRequest): Persona => {
      const persona = personaOf(artist, locale)
      if (!persona) throw new AppError('not-found', { key: 'voice.errors.noPersona' })
      return persona
    }

    const mayCallModel = async (ip: string) =>
      (await limits.model.consume(ip)).ok && (await limits.modelOfAll.consume('everybody')).ok

    app.post(messagesEndpoint.path, async (request): Promise<PersonaAnswer> => {
      const { artist, text } = messagesEndpoint.body.parse(request.body)
      const persona = getPersona(artist, request)
      await consume(limits.messages, request.ip, tooManyMessages)
      const response = persona.respond(text, onAir())
      const isWritten = writeAnswer && response.passages.length > 0 && (await mayCallModel(request.ip))
      return isWritten ? writeAnswer(response, text) : response.answer
    })

    app.post(commandsEndpoint.path, async (request) => {
      const { artist, wish, name } = commandsEndpoint.body.parse(request.body)
      const persona = getPersona(artist, request)
      await consume(limits.messages, request.ip, tooManyMessages)
      return persona.runCommand({ wish, name }, onAir())
    })

    app.post(speechPath, async (request, reply) => {
      const { artist, text } = speechSchema.parse(request.body)
      getPersona(artist, request)
      await consume(limits.speech, request.ip, tooManyMessages)
      const sound = await speech.speak(request.locale, text)
      return reply.type('audio/wav').send(sound)
    })

    app.post(sessionsEndpoint.path, async (request): Promise<SessionReply> => {
      const { artist } = sessionsEndpoint.body.parse(request.body)
      getPersona(artist, request)
      await consume(limits.sessions, request.ip, { key: 'voice.errors.tooManyConversations' })
      return sessions.begin(artist, visitorOf(request.ip))
    })

    app.post<{ Params: { id: string } }>(endSessionPath(':id'), async (request) => {
      const { id } = request.params
      await consume(limits.ends, request.ip, tooManyMessages)
      const seconds = z.uuid().safeParse(id).success ? await sessions.end(id, visitorOf(request.ip)) : undefined
      if (seconds === undefined) throw new AppError('not-found', { key: 'voice.errors.noConversation' })
      return { success: true, seconds }
    })
  }
}

/** Returns the id of a visitor, a hash of the address: there is no cookie, and a new tab does not get a new budget. */
function visitorOf(ip: string): string {
  return hashValue(`voice:${clientKey(ip)}`)
}
