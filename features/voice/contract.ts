/*
 * Voice: talking to the persona of the one artist whose catalogue entry says `voicePersona: true`. Owns: the built-in
 * text persona with its index and how people ask it (content/persona.yaml), the sessions of the outside voice agent
 * with their budget, the panel both are used in. Does not own: the artist's records (artists, books, journey, legal,
 * market, platforms, tokens, venue and radio tell them), who may sound when (ui/audio), the agent's own words, which
 * come from the service the owner set up. What is typed to the built-in persona is answered and not kept.
 */
import { z } from 'zod'
import { type Endpoint, slugSchema } from '#shared/contract.ts'
import { maxMessageLength, messagesPath, sessionsPath, commandsPath } from './constants.ts'

/** Who answers: the outside agent by voice, or the built-in persona by text alone. */
export type VoiceKind = 'agent' | 'built-in'

/** An act the persona offers; the visitor sees it and may cancel it before it is done. */
export const voiceActionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('play'),
    /** The source of the speaker, `track:nova-swade` or `radio`. */
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

/** A record of the site an answer was taken from. */
export const citationSchema = z.object({ label: z.string(), href: z.string().regex(/^\/(?!\/)/) })

/** What the built-in persona says. */
export const personaAnswerSchema = z.object({
  /** Paragraphs, separated by an empty line; plain text. */
  text: z.string(),
  /** False when it says that it does not know. */
  isKnown: z.boolean(),
  sources: z.array(citationSchema).max(4),
  actions: z.array(voiceActionSchema).max(3),
  /** The visitor asked for the first action: it is done by itself after a countdown that can be cancelled. */
  isAsked: z.boolean(),
})

/** What a visitor types. */
export const messageSchema = z
  .object({ artist: slugSchema, text: z.string().trim().min(1).max(maxMessageLength) })
  .strict()

/** What the outside agent's tools may ask for; `name` is a book's or a chapter's title as it was spoken. */
export const agentCommandSchema = z
  .object({
    artist: slugSchema,
    wish: z.enum(['play-track', 'open-book', 'open-chapter', 'on-air']),
    name: z.string().trim().max(200).default(''),
  })
  .strict()

/** Either a conversation to connect to, with the seconds booked for it, or why there is none today. */
export const sessionReplySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('agent'),
    id: z.uuid(),
    /** WebSocket address of the agent, good for this one conversation. */
    url: z.string(),
    seconds: z.number().int().positive(),
  }),
  z.object({ kind: z.literal('built-in'), reason: z.enum(['not-connected', 'visitor-budget', 'day-budget']) }),
])

/** One act of the persona. @see voiceActionSchema */
export type VoiceAction = z.infer<typeof voiceActionSchema>
/** Where an answer was taken from. @see citationSchema */
export type Citation = z.infer<typeof citationSchema>
/** An answer of the built-in persona. @see personaAnswerSchema */
export type PersonaAnswer = z.infer<typeof personaAnswerSchema>
/** A wish of the agent. @see agentCommandSchema */
export type AgentCommand = z.infer<typeof agentCommandSchema>
/** How a conversation begins. @see sessionReplySchema */
export type SessionReply = z.infer<typeof sessionReplySchema>

/** `POST /api/voice/messages`: asks the built-in persona. */
export const messagesEndpoint = {
  method: 'POST',
  path: messagesPath,
  body: messageSchema,
  reply: personaAnswerSchema,
} satisfies Endpoint

/** `POST /api/voice/wishes`: turns a tool call of the agent into an act on this site, or into null. */
export const commandsEndpoint = {
  method: 'POST',
  path: commandsPath,
  body: agentCommandSchema,
  reply: z.object({ action: voiceActionSchema.nullable(), says: z.string() }),
} satisfies Endpoint

/** `POST /api/voice/sessions`: books seconds and answers where to connect. */
export const sessionsEndpoint = {
  method: 'POST',
  path: sessionsPath,
  body: z.object({ artist: slugSchema }).strict(),
  reply: sessionReplySchema,
} satisfies Endpoint

/** What page loaders ask of this room. */
export type VoiceService = {
  /** Who answers on the page of an artist; undefined when nobody does. */
  kindFor(artistSlug: string): VoiceKind | undefined
  /** Provider of the language model that words typed answers; undefined where passages are quoted. */
  writer: string | undefined
  /** What was used of today's budget, in seconds; for the owner. */
  usedToday(): Promise<{ usedSeconds: number; limitSeconds: number; sessions: number }>
}

/** A text the persona may quote, with its source. */
export type PersonaText = {
  /** Empty where it has none of its own. */
  title: string
  text: string
  /** Words it is asked for by that it does not hold. */
  keys?: string
  /** How a quotation of it begins. */
  opening: string
  /** The source as it is named and linked. */
  label: string
  href: string
}

/** The story of the site and its founder. */
export type PersonaStory = {
  /** Who the founder is. */
  founder: string
  /** Prizes and other recognition, a short line each. */
  recognition: readonly string[]
  texts: readonly PersonaText[]
}

declare module '#shared/contributions.ts' {
  interface Contributions {
    personaStory(): PersonaStory
  }
}

declare module '#shared/services.ts' {
  interface Services {
    voice: VoiceService
  }
}
