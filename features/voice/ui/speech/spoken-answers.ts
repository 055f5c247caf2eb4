import type { ProblemKey } from './microphone.ts'
import type { BrowserSpeech } from './browser-speech.ts'
import { isEcho } from './echo.ts'
import type { Recognizer } from './recognizer.ts'
import type { SpeechOutcome } from './speech-player.ts'
import { spokenSentences } from './spoken-text.ts'

/** Dependencies of spoken answers. */
type SpokenAnswersDeps = {
  speech: BrowserSpeech
  locale: string
  /** Receives the sentence that is being spoken or recognized; undefined if neither. */
  onCaption(caption: string | undefined, isSpeaking: boolean): void
  /** Called when an answer was spoken or could not be; not called for an interrupted one. */
  onOver(outcome: Exclude<SpeechOutcome, 'stopped'>): void
}

/** Callbacks of a conversation by voice. */
type TalkEvents = {
  /** The visitor is speaking. */
  onActivity(): void
  /** The visitor has said something. */
  onUtterance(text: string): void
  onFailed(problem: ProblemKey): void
}

/** Time within which recognizers report what they have heard. */
const echoMs = 1_500

/**
 * Creates the speech output and recognition of the built-in persona. Both are active at the same time: the visitor's
 * speech interrupts the persona, and recognized speech of the persona itself is ignored.
 */
export function createSpokenAnswers({ speech, locale, onCaption, onOver }: SpokenAnswersDeps) {
  const { player, listen } = speech
  let isSpeaking = false
  /**
   * The last answer, which is still needed after it was spoken, because the recognizer reports its end with a delay.
   */
  let spoken = ''
  let endedAtMs = Number.NEGATIVE_INFINITY

  function stop(): void {
    player.stop()
    if (isSpeaking) onCaption(undefined, false)
    isSpeaking = false
  }

  async function speak(text: string): Promise<void> {
    const sentences = spokenSentences(text, locale)
    isSpeaking = true
    spoken = sentences.join(' ')
    const outcome = await player.speak(sentences, (sentence) => onCaption(sentence, true))
    if (outcome === 'stopped') return
    isSpeaking = false
    endedAtMs = performance.now()
    onCaption(undefined, false)
    onOver(outcome)
  }

  return {
    unlock: player.unlock,
    speak,
    stop,
    dispose: speech.dispose,
    /** Starts listening; undefined if the browser cannot. */
    listen({ onActivity, onUtterance, onFailed }: TalkEvents): Recognizer | undefined {
      const isOwnVoice = (text: string) =>
        (isSpeaking || performance.now() - endedAtMs < echoMs) && isEcho(text, spoken)
      return listen?.({
        onInterim(text) {
          if (isOwnVoice(text)) return
          stop()
          onActivity()
          onCaption(text, false)
        },
        onUtterance(text) {
          if (isOwnVoice(text)) return
          stop()
          onActivity()
          onCaption(undefined, false)
          onUtterance(text)
        },
        onFailed,
      })
    },
  }
}
