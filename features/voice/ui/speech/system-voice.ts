/** Properties of a device's voice that are needed to choose one. */
export type SystemVoice = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'localService' | 'default'>

/** Novelty voices of some systems, which list them first. */
const jokes =
  /albert|bad news|bahh|bells|boing|bubbles|cellos|fred|good news|jester|junior|organ|ralph|superstar|trinoids|whisper|wobble|zarvox/i
/** Better versions of voices that also exist in a smaller version. */
const refined = /natural|neural|enhanced|premium|siri/i

/**
 * Chooses a voice of the device for a language. Voices that send the text to a service of the browser's vendor are
 * never chosen.
 *
 * @param wanted Languages of the visitor, the best first, such as `es-MX`, which decide between regions.
 * @returns Undefined if the device has none.
 */
export function chooseVoice<Voice extends SystemVoice>(
  voices: readonly Voice[],
  locale: string,
  wanted: readonly string[] = [],
): Voice | undefined {
  const regions = wanted.map((language) => language.toLowerCase())
  const languageOf = ({ lang }: Voice) => lang.toLowerCase().replaceAll('_', '-')
  const score = (voice: Voice) => {
    const region = regions.indexOf(languageOf(voice))
    return (
      (region < 0 ? 0 : 4 * (1 - region / regions.length)) +
      (voice.default ? 3 : 0) +
      (refined.test(voice.name) ? 2 : 0) -
      (jokes.test(voice.name) ? 20 : 0)
    )
  }
  return voices
    .filter((voice) => voice.localService && languageOf(voice).split('-')[0] === locale)
    .toSorted((one, other) => score(other) - score(one))[0]
}

/**
 * Returns the language tag of a page for the browser's recognizer: the visitor's own regional variant if it is known.
 */
export function speechLanguage(locale: string, wanted: readonly string[]): string {
  return (
    wanted.find((language) => language.toLowerCase().startsWith(`${locale}-`)) ?? { es: 'es-ES' }[locale] ?? 'en-US'
  )
}
