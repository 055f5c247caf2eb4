/**
 * How long anybody may talk: every second of the agent costs money, so each is booked before and settled after. All in
 * seconds.
 */
export const talkLimits = {
  /** One conversation. */
  sessionSeconds: 300,
  /** Fewer than this are not worth beginning. */
  minSeconds: 30,
  /** One visitor in a day (UTC). */
  visitorDaySeconds: 600,
  /** Everybody together in a day. */
  totalDaySeconds: 7200,
  /** Nobody said anything for so long: the conversation ends, and says so before. */
  idleSeconds: 60,
  idleWarningSeconds: 15,
}

/** The widget begins this long after the microphone was allowed. */
export const startDelayMs = 300

/** Until a suggested act is done by itself; any key or press on Cancel stops it. */
export const actionDelaySeconds = 5

/** Letters of one message. */
export const maxMessageLength = 500

/** Asks the built-in persona. */
export const messagesPath = '/api/voice/messages'

/** Turns a wish of the agent into an act on this site. */
export const commandsPath = '/api/voice/wishes'

/** Begins a conversation with the agent. */
export const sessionsPath = '/api/voice/sessions'

/** Ends one, and gives back the seconds that were not used. */
export const endSessionPath = (id: string) => `${sessionsPath}/${id}/end`

/** What the profile button says to the panel; `detail` is the artist's slug. */
export const openChatEvent = 'open-chat'
