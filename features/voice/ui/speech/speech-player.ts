import { chooseVoice } from './system-voice.ts'

/** Outcome of speaking: to its end, interrupted, refused by the browser until the next click, or impossible. */
export type SpeechOutcome = 'ended' | 'stopped' | 'refused' | 'failed'

/** The browser and the server's voice, as far as the player uses them. */
type SpeechDeps = {
  locale: string
  /** Languages of the visitor, the best first. */
  languages: readonly string[]
  /** Undefined in browsers without voices. */
  synthesis: Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel'> | undefined
  createUtterance(text: string): SpeechSynthesisUtterance
  /** Plays the sounds of the server. */
  element: Pick<HTMLAudioElement, 'src' | 'load' | 'play' | 'pause' | 'onended' | 'onerror'>
  /** Fetches a sentence in the server's voice and returns an address to play. Rejects when there is none. */
  fetchSound(text: string): Promise<string>
}

/** A device that announces a voice may still stay silent: this is how long it has to begin. */
export const beginLimitMs = 3_000
/** Some devices never say that they are done. A slow voice needs a tenth of a second for a letter. */
export const endLimitMs = (text: string) => 4_000 + text.length * 130

/** Speaks sentences. @see createSpeechPlayer */
export type SpeechPlayer = ReturnType<typeof createSpeechPlayer>

/** Creates a player that speaks with a voice of the device, or with the server's where the device has none or fails. */
export function createSpeechPlayer(deps: SpeechDeps) {
  const { synthesis, element } = deps
  let generation = 0
  let isDeviceMute = false
  /** Ends the sentence that is being spoken. */
  let cut: (() => void) | undefined
  // Many browsers load their voices when they are first asked.
  synthesis?.getVoices()

  const deviceVoice = () =>
    isDeviceMute ? undefined : chooseVoice(synthesis?.getVoices() ?? [], deps.locale, deps.languages)

  /** Speaks with the device. @returns Whether it did; the end of an interruption counts. */
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

  /** Plays the server's sound. Rejects if the browser refuses or the sound cannot be played. */
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
      // Pausing rejects it, too, when everything is over.
      element.play().catch(reject)
    })
  }

  /** Ends what is being spoken. */
  function stop(): void {
    generation += 1
    cut?.()
  }

  return {
    stop,
    /** Must be called inside a gesture, so that strict devices let the voice sound later. */
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
            // The next sentence is fetched while this one is heard; if that fails, its turn says so.
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
