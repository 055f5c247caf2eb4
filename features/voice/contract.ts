/*
 * Voice: conversations with the persona of the one artist whose catalogue entry has `voicePersona: true`. Owns: the
 * built-in persona with its indexes, voices and language files (content/persona.yaml, persona.es.yaml), the sessions of
 * the external voice agent with their budget, and the panel for both. Does not own: the records (artists, books,
 * journey, legal, market, platforms, tokens, venue and radio), which source may play (ui/audio), or the agent's own
 * texts, which come from the service that the owner configured. Messages to the built-in persona are answered, not
 * stored.
 */
import { z } from 'zod'
import type { Locale } from '#shared/locales.ts'
import { type Endpoint, slugSchema } from '#shared/contract.ts'
import { maxMessageLength, maxSpokenLength, messagesPath, sessionsPath, commandsPath } from './constants.ts'

/** Kind of persona: the external agent by voice, or the built-in persona by text. */
export type VoiceKind = 'agent' | 'built-in'

/** An action that the persona offers; the visitor sees it and can cancel it before it runs. */
export const voiceActionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('play'),
    /** Id of the audio source, `track:nova-swade` or `radio`. */
    source: z.string(),
    label: z.string(),
    doing: z.string(),
  }),
  z.object({
    kind: z.literal('open'),
    /** Path on this site. */
    href: z.string().regex(/^\/(?!\/)/),
    label: z.string(),
    doing: z.string(),
  }),
])

/** A record of the site that an answer is based on. */
export const citationSchema = z.object({ label: z.string(), href: z.string().regex(/^\/(?!\/)/) })

/** An answer of the built-in persona. */
export const personaAnswerSchema = z.object({
  /** Paragraphs, separated by an empty line; plain text. */
  text: z.string(),
  /** False if the persona cannot answer the question. */
  isKnown: z.boolean(),
  sources: z.array(citationSchema).max(4),
  actions: z.array(voiceActionSchema).max(3),
  /** True if the visitor requested the first action, which then runs after a countdown that can be canceled. */
  isAsked: z.boolean(),
})

/** A message of a visitor. */
export const messageSchema = z
  .object({ artist: slugSchema, text: z.string().trim().min(1).max(maxMessageLength) })
  .strict()

/** A sentence to be spoken by the server: `POST /api/voice/speech` replies with a WAV file. */
export const speechSchema = z
  .object({ artist: slugSchema, text: z.string().trim().min(1).max(maxSpokenLength) })
  .strict()

/** A command of the agent's tools; `name` is the title of a book or chapter as it was spoken. */
export const agentCommandSchema = z
  .object({
    artist: slugSchema,
    wish: z.enum(['play-track', 'open-book', 'open-chapter', 'on-air']),
    name: z.string().trim().max(200).default(''),
  })
  .strict()

/** Either a conversation to connect to, with the seconds reserved for it, or the reason why there is none. */
export const sessionReplySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('agent'),
    id: z.uuid(),
    /** WebSocket address of the agent, valid for this conversation only. */
    url: z.string(),
    seconds: z.number().int().positive(),
  }),
  z.object({ kind: z.literal('built-in'), reason: z.enum(['not-connected', 'visitor-budget', 'day-budget']) }),
])

/** An action of the persona. @see voiceActionSchema */
export type VoiceAction = z.infer<typeof voiceActionSchema>
/** The source of an answer. @see citationSchema */
export type Citation = z.infer<typeof citationSchema>
/** An answer of the built-in persona. @see personaAnswerSchema */
export type PersonaAnswer = z.infer<typeof personaAnswerSchema>
/** A command of the agent. @see agentCommandSchema */
export type AgentCommand = z.infer<typeof agentCommandSchema>
/** The reply to the start of a conversation. @see sessionReplySchema */
export type SessionReply = z.infer<typeof sessionReplySchema>

/** `POST /api/voice/messages`: sends a message to the built-in persona. */
export const messagesEndpoint = {
  method: 'POST',
  path: messagesPath,
  body: messageSchema,
  reply: personaAnswerSchema,
} satisfies Endpoint

/** `POST /api/voice/wishes`: converts a tool call of the agent to an action on this site, or null. */
export const commandsEndpoint = {
  method: 'POST',
  path: commandsPath,
  body: agentCommandSchema,
  reply: z.object({ action: voiceActionSchema.nullable(), says: z.string() }),
} satisfies Endpoint

/** `POST /api/voice/sessions`: reserves seconds and returns the address to connect to. */
export const sessionsEndpoint = {
  method: 'POST',
  path: sessionsPath,
  body: z.object({ artist: slugSchema }).strict(),
  reply: sessionReplySchema,
} satisfies Endpoint

/** The persona for page loaders. */
export type VoiceService = {
  /** Returns the kind of persona on an artist's page; undefined if there is none. */
  kindFor(artistSlug: string): VoiceKind | undefined
  /** Provider of the language model that writes typed answers; undefined if passages are quoted. */
  writer: string | undefined
  /** Returns how much of today's budget is used, in seconds. */
  usedToday(): Promise<{ usedSeconds: number; limitSeconds: number; sessions: number }>
}

/** A text that the persona may quote, with its source. */
export type PersonaText = {
  /** Empty if the text has no title. */
  title: string
  text: string
  /** Search keywords that the text itself does not contain. */
  keys?: string
  /** Introduction of a quotation. */
  opening: string
  /** Label of the source. */
  label: string
  href: string
}

/** The story of the site and its founder. */
export type PersonaStory = {
  /** Introduction of the founder. */
  founder: string
  /** Awards and other recognition, one entry each. */
  recognition: readonly string[]
  texts: readonly PersonaText[]
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    personaStory(locale: Locale): PersonaStory
  }
}

declare module '#shared/services.ts' {
  interface Services {
    voice: VoiceService
  }
}
