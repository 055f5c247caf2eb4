/**
 * Limits on talk time. Every second of the agent costs money, so seconds are reserved before use and settled
 * afterwards.
 */
export const talkLimits = {
  /** Maximum per conversation. */
  sessionSeconds: 300,
  /** A conversation starts only if at least this many seconds are left. */
  minSeconds: 30,
  /** Maximum per visitor and day (UTC). */
  visitorDaySeconds: 600,
  /** Maximum for all visitors and a day (UTC). */
  totalDaySeconds: 7200,
  /** Silence after which the conversation ends; a warning is shown before. */
  idleSeconds: 60,
  idleWarningSeconds: 15,
}

/** Delay between the permission for the microphone and the start of the conversation. */
export const startDelayMs = 300

/** Countdown before a requested action runs; Cancel stops it. */
export const actionDelaySeconds = 5

/** Maximum length of a message, in characters. */
export const maxMessageLength = 500

/** Path of the built-in persona's endpoint. */
export const messagesPath = '/api/voice/messages'

/** Path of the endpoint that speaks a sentence with the server's voice. */
export const speechPath = '/api/voice/speech'

/** Maximum length of a text to speak at once, in characters. */
export const maxSpokenLength = 300

/** Path of the endpoint that converts a command of the agent to an action on this site. */
export const commandsPath = '/api/voice/wishes'

/** Path of the endpoint that starts a conversation with the agent. */
export const sessionsPath = '/api/voice/sessions'

/** Returns the path that ends a conversation and releases the unused seconds. */
export const endSessionPath = (id: string) => `${sessionsPath}/${id}/end`

/** Event that the profile button sends to the panel; `detail` is the artist's slug. */
export const openChatEvent = 'open-chat'
