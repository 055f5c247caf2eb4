import type { Problem } from './post.ts'
import type { Entry } from './transcript.ts'

/**
 * Phase of the panel: `card` before the start, `asking` for the microphone, `connecting`, `talking` with the agent or
 * the built-in persona, or `typing` with the latter.
 */
type Phase = 'card' | 'asking' | 'connecting' | 'talking' | 'typing'

/** State shown by the panel. */
export type ConversationView = {
  phase: Phase
  /** Error that prevented the start; undefined without one. */
  error: Problem | undefined
  entries: readonly Entry[]
  /** An answer of the built-in persona is pending. */
  isWaiting: boolean
  mode: 'listening' | 'speaking'
  isMuted: boolean
  /** The built-in persona speaks its answers. */
  isVoiceOn: boolean
  /** Sentence being spoken, or words that the recognizer has understood so far; undefined if neither. */
  caption: string | undefined
  /** Seconds left of the reserved time; undefined if nothing is reserved. */
  secondsLeft: number | undefined
  /** Seconds until silence ends the call; undefined before the warning. */
  silenceLeft: number | undefined
}

/** Initial state of the panel. */
export const freshView: ConversationView = {
  phase: 'card',
  error: undefined,
  entries: [],
  isWaiting: false,
  mode: 'listening',
  isMuted: false,
  isVoiceOn: false,
  caption: undefined,
  secondsLeft: undefined,
  silenceLeft: undefined,
}
