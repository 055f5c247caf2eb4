import { chooseVoice } from './system-voice.ts'

/** Outcome of speaking: completed, interrupted, refused by the browser until the next click, or impossible. */
export type SpeechOutcome = 'ended' | 'stopped' | 'refused' | 'failed'

/** The browser and the server's voice, reduced to what the player uses. */
type SpeechDeps = {
  locale: string
  /** Languages of the visitor, the best first. */
  languages: readonly string[]
  /** Undefined in browsers without voices. */
  synthesis: Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel'> | undefined
  createUtterance(text: string): SpeechSynthesisUtterance
  /** Plays the audio from the server. */
  element: Pick<HTMLAudioElement, 'src' | 'load' | 'play' | 'pause' | 'onended' | 'onerror'>
  /** Fetches the audio of a sentence from the server and returns an address to play. Rejects when there is none. */
  fetchSound(text: string): Promise<string>
}

/** Maximum wait for speech to begin, because a device that announces a voice may still stay silent. */
export const beginLimitMs = 3_000
/**
 * Maximum duration of a sentence, because some devices never report its end. A slow voice needs a tenth of a second per
 * letter.
 */
export const endLimitMs = (text: string) => 4_000 + text.length * 130

/** Speaks sentences. @see createSpeechPlayer */
export type SpeechPlayer = ReturnType<typeof createSpeechPlayer>

/** Creates a player that speaks with a voice of the device, or with the server's if the device has none or fails. */
export function createSpeechPlayer(deps: SpeechDeps) {
  const { synthesis, element } = deps
  let generation = 0
  let isDeviceMute = false
  /** Ends the current sentence. */
  let cut: (() => void) | undefined
  // Many browsers load their voices only on the first call.
  synthesis?.getVoices()

  const deviceVoice = () =>
    isDeviceMute ? undefined : chooseVoice(synthesis?.getVoices() ?? [], deps.locale, deps.languages)

  /** Speaks with the device. @returns Whether it succeeded; an interruption counts as success. */
  function speakWithDevice(text: string, voice: SpeechSynthesisVoice): Promise<boolean> {
    const utterance = Object.assign(deps.createUtterance(text), { voice, lang: voice.lang })
    return new Promise((resolve) => {
      const finish = (isSpoken: boolean) => {
        clearTimeout(timer)
        utterance.onend = utterance.onerror = utterance.onstart = null
        cut = undefined
        resolve(isSpoken)
      }
      const giveUp = (isSpoken: boolean) => {
        synthesis!.cancel()
        finish(isSpoken)
      }
      let timer = setTimeout(() => giveUp(false), beginLimitMs)
      cut = () => giveUp(true)
      utterance.onstart = () => {
        clearTimeout(timer)
        timer = setTimeout(() => giveUp(true), endLimitMs(text))
      }
      utterance.onend = () => finish(true)
      utterance.onerror = () => finish(false)
      synthesis!.speak(utterance)
    })
  }

  /** Plays the server's audio. Rejects if the browser refuses or the audio cannot be played. */
  async function playSound(sound: Promise<string>, isStale: () => boolean): Promise<void> {
    const src = await sound
    if (isStale()) return
    await new Promise<void>((resolve, reject) => {
      cut = () => {
        element.onended = element.onerror = null
        element.pause()
        cut = undefined
        resolve()
      }
      element.onended = () => cut?.()
      element.onerror = () => reject(new Error('the sound cannot be played'))
      element.src = src
      // Pausing rejects this promise too, but then the speech has already ended.
      element.play().catch(reject)
    })
  }

  /** Ends the speech. */
  function stop(): void {
    generation += 1
    cut?.()
  }

  return {
    stop,
    /** Must be called inside a gesture, so that strict devices allow speech later. */
    unlock() {
      synthesis?.getVoices()
      element.load()
    },
    /**
     * Speaks sentences, one after the other.
     *
     * @param onSentence Called before each sentence, for captions.
     */
    async speak(sentences: readonly string[], onSentence: (sentence: string) => void): Promise<SpeechOutcome> {
      stop()
      const mine = generation
      const isStale = () => mine !== generation
      const sounds = new Map<string, Promise<string>>()
      const soundOf = (text: string) => {
        const sound = sounds.get(text) ?? deps.fetchSound(text)
        sounds.set(text, sound)
        return sound
      }
      try {
        for (const [index, sentence] of sentences.entries()) {
          const voice = deviceVoice()
          if (!voice) {
            // The next sentence is fetched while this one plays; if that fails, the error is handled in its turn.
            for (const text of sentences.slice(index, index + 2)) soundOf(text).catch(() => undefined)
          }
          onSentence(sentence)
          const isSpoken = voice && (await speakWithDevice(sentence, voice))
          if (isStale()) return 'stopped'
          if (isSpoken) continue
          if (voice) isDeviceMute = true
          await playSound(soundOf(sentence), isStale)
          if (isStale()) return 'stopped'
        }
        return 'ended'
      } catch (error) {
        if (isStale()) return 'stopped'
        cut = undefined
        return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'failed'
      }
    },
  }
}
