import { cardinal, numeral, ordinal, position, timeOfDay, year } from './spoken-numbers.ts'

const NUMBER = String.raw`\d[\d,]*(?:\.\d+)?(?!\d)`
/** One unit after the number one, many after any other. */
const UNITS: Record<string, [one: string, many: string]> = {
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  dBFS: ['decibel full scale', 'decibels full scale'],
  dBTP: ['decibel true peak', 'decibels true peak'],
  dB: ['decibel', 'decibels'],
  LUFS: ['luffs', 'luffs'],
  BPM: ['beat per minute', 'beats per minute'],
  kbps: ['kilobit per second', 'kilobits per second'],
  cm: ['centimeter', 'centimeters'],
  ms: ['millisecond', 'milliseconds'],
}
/** What is said as one word; everything else in capitals is spelled. */
const WORDS: Record<string, string> = {
  DAW: 'daw',
  DAWs: 'daws',
  MIDI: 'midi',
  WAV: 'wave',
  MP3: 'M P three',
  ID3: 'I D three',
}
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const SPEAKABLE = /^[A-Za-z' ,.;:?!-]*$/

/**
 * Turns one printed sentence into words a voice can read: no digits, no symbols, no abbreviations, American style.
 *
 * @throws Error when a character is left that nobody said how to speak.
 */
export function speakable(printed: string): string {
  const spoken = [plainPunctuation, withTimes, withMoney, withUnits, withNumbers, withSpelledLetters, tidy].reduce(
    (text, step) => step(text),
    printed,
  )
  if (!SPEAKABLE.test(spoken))
    throw new Error(`no words for “${spoken.replace(/[A-Za-z' ,.;:?!-]/g, '')}” in: ${printed}`)
  return spoken
}

function plainPunctuation(text: string): string {
  return (
    text
      .replace(/[‘’]/g, "'")
      // Two quotes in a row would run into one sentence.
      .replace(/([A-Za-z])” (and|or) (?=“)/g, '$1, $2 ')
      .replace(/[“”"]/g, '')
      .replace(/…|\.{3}/g, ',')
      .replace(/(\d)\s*[–—-]\s*(?=\$?\d)/g, '$1 to ')
      .replace(/(^|[\s(])[−-](?=\d)/g, '$1minus ')
      .replace(/\s*[–—]\s*/g, ', ')
      .replace(/(?<=[A-Za-z0-9])-(?=[A-Za-z0-9])/g, ' ')
      .replace(/\s*\(([^)]*)\)/g, ', $1,')
      .replace(/[[\]]/g, '')
      .replace(/\s&\s/g, ' and ')
      .replace(/\s\+\s/g, ' plus ')
      .replace(/\s=\s/g, ' equals ')
      .replace(/\s[×x]\s(?=\d)/g, ' times ')
      .replace(/\s·\s/g, ', ')
      .replace(/(?<=[A-Za-z])\/(?=[A-Za-z])/g, ' or ')
      .replace(/#(?=\d)/g, 'number ')
  )
}

/** A time after a date, or from ten on, is an hour of the day; any other is a place in a song. */
function withTimes(text: string): string {
  return text
    .replace(
      new RegExp(`\\b(${MONTHS}) (\\d{1,2})(?!\\d)`, 'g'),
      (_, month: string, day: string) => `${month} ${ordinal(Number(day))}`,
    )
    .replace(
      new RegExp(`((?:${MONTHS}) [a-z-]+, )?\\b(\\d{1,2}):(\\d{2})\\b`, 'g'),
      (_, date: string | undefined, big: string, small: string) =>
        date || Number(big) > 9
          ? (date ?? '') + timeOfDay(Number(big), Number(small))
          : position(Number(big), Number(small)),
    )
}

function withMoney(text: string): string {
  return text
    .replace(/\$(\d[\d,]*)(?:\.(\d{2}))?(?!\d)/g, (_, whole: string, cents: string | undefined) => {
      const dollars = `${numeral(whole)} ${whole === '1' ? 'dollar' : 'dollars'}`
      return cents && cents !== '00' ? `${dollars} and ${numeral(cents)} ${cents === '01' ? 'cent' : 'cents'}` : dollars
    })
    .replace(
      /\b(\d+)\.([1-9]0)\b/g,
      (_, whole: string, cents: string) => `${cardinal(Number(whole))} ${cardinal(Number(cents))}`,
    )
}

function withUnits(text: string): string {
  const names = Object.keys(UNITS).sort((a, b) => b.length - a.length)
  return text
    .replace(new RegExp(`(${NUMBER})\\s?(${names.join('|')})\\b`, 'g'), (_, amount: string, unit: string) => {
      const [one, many] = UNITS[unit]!
      return `${amount} ${amount === '1' ? one : many}`
    })
    .replace(new RegExp(`\\b(${names.join('|')})\\b`, 'g'), (unit) => UNITS[unit]![unit === 'dB' ? 0 : 1])
    .replace(/(half an? |quarter of an? )decibels\b/g, '$1decibel')
    .replace(new RegExp(`(${NUMBER})\\s?%`, 'g'), '$1 percent')
}

function withNumbers(text: string): string {
  return text
    .replace(/\b(MP|ID)3\b/g, (name) => WORDS[name]!)
    .replace(/\b(\d+)(?:st|nd|rd|th)\b/g, (_, digits: string) => ordinal(Number(digits)))
    .replace(/(?<![\d.,])(1[1-9]\d\d|20\d\d)(?![\d,.]*\d)/g, (digits) => year(Number(digits)))
    .replace(new RegExp(NUMBER, 'g'), (digits) => {
      const comma = /,+$/.exec(digits)?.[0] ?? ''
      return numeral(digits.slice(0, digits.length - comma.length)) + comma
    })
}

function withSpelledLetters(text: string): string {
  return text.replace(/\b[A-Z]{2,}s?\b/g, (letters) => {
    if (WORDS[letters]) return WORDS[letters]
    const plural = letters.endsWith('s')
    return [...(plural ? letters.slice(0, -1) : letters)].join(' ') + (plural ? "'s" : '')
  })
}

function tidy(text: string): string {
  return text
    .replace(/(?<![A-Za-z])'|'(?![A-Za-z])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:?!])/g, '$1')
    .replace(/,(?=[,.;:?!])/g, '')
    .replace(/(^|[.:;?!]),/g, '$1')
    .trim()
}
