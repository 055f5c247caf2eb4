import { speechPath } from '#features/voice/constants.ts'
import { findRecognition, startRecognizer, type Recognizer, type RecognizerEvents } from './recognizer.ts'
import { createSpeechPlayer, type SpeechPlayer } from './speech-player.ts'
import { speechLanguage } from './system-voice.ts'

/** Speech output and speech recognition of the built-in persona in this browser. */
export type BrowserSpeech = {
  player: SpeechPlayer
  /** Starts listening; undefined if the browser has no speech recognition. */
  listen: ((events: RecognizerEvents) => Recognizer) | undefined
  /** Releases the audio from the server. */
  dispose(): void
}

/** Returns whether the browser has speech recognition. */
export const canListen = () => findRecognition(window) !== undefined

/** Maximum number of cached audio addresses, so that repeating a sentence needs no request. */
const maxSounds = 40

/** Connects the persona of an artist to this browser. */
export function createBrowserSpeech({ slug, locale }: { slug: string; locale: string }): BrowserSpeech {
  const sounds = new Map<string, string>()
  const { languages, speechSynthesis: synthesis } = {
    languages: navigator.languages,
    speechSynthesis: 'speechSynthesis' in window ? window.speechSynthesis : undefined,
  }

  async function fetchSound(text: string): Promise<string> {
    const known = sounds.get(text)
    if (known) return known
    const response = await fetch(speechPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ artist: slug, text }),
    })
    if (!response.ok) throw new Error(`the request for speech returned ${response.status}`)
    const address = URL.createObjectURL(await response.blob())
    sounds.set(text, address)
    for (const [oldest, old] of sounds) {
      if (sounds.size <= maxSounds) break
      sounds.delete(oldest)
      URL.revokeObjectURL(old)
    }
    return address
  }

  const Recognition = findRecognition(window)
  return {
    player: createSpeechPlayer({
      locale,
      languages,
      synthesis,
      createUtterance: (text) => new SpeechSynthesisUtterance(text),
      element: new Audio(),
      fetchSound,
    }),
    listen:
      Recognition && ((events) => startRecognizer(() => new Recognition(), speechLanguage(locale, languages), events)),
    dispose() {
      for (const address of sounds.values()) URL.revokeObjectURL(address)
      sounds.clear()
    },
  }
}
