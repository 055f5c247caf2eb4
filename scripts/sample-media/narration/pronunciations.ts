/**
 * Words the voice's own dictionary lacks or says another way, in the phones of the CMU lexicon with stress on vowels.
 * A word in angle brackets is one meaning of a word that has two; `respelled` puts it in its place.
 */
const PRONUNCIATIONS: Record<string, string> = {
  'a': 'ax0',
  'bass': 'b ey1 s',
  'comped': 'k aa1 m p t',
  'daw': 'd ao1',
  'daws': 'd ao1 z',
  'hertz': 'hh er1 t s',
  'intro': 'ih1 n t r ow0',
  'kilobits': 'k ih1 l ax0 b ih1 t s',
  'limiter': 'l ih1 m ax0 t er0',
  "limiter's": 'l ih1 m ax0 t er0 z',
  'luffs': 'l ah1 f s',
  'metadata': 'm eh1 t ax0 d ey1 t ax0',
  'midi': 'm ih1 d iy0',
  'milliseconds': 'm ih1 l ax0 s eh1 k ax0 n d z',
  'playlists': 'p l ey1 l ih1 s t s',
  'remix': 'r iy1 m ih0 k s',
  'reverb': 'r iy1 v er0 b',
  'separator': 's eh1 p ax0 r ey1 t er0',
  'separators': 's eh1 p ax0 r ey1 t er0 z',
  'swade': 's w ey1 d',
  'tambourines': 't ae1 m b er0 iy1 n z',
  'tolerably': 't aa1 l er0 ax0 b l iy0',
  'turnaround': 't er1 n ax0 r aw1 n d',
  'upright': 'ah1 p r ay1 t',
  'use': 'y uw1 z',
  'close<verb>': 'k l ow1 z',
  'letter<a>': 'ey1',
  'live<on stage>': 'l ay1 v',
  'separate<verb>': 's eh1 p er0 ey1 t',
  'use<noun>': 'y uw1 s',
}

const VOWEL = /^[a-z]+[012]$/

const RESPELLINGS: [RegExp, string][] = [
  [/\bA(?= I\b)|(?<=\b(?:Master|the|letter|note|key of) )A\b|^A(?= (?:was|is|has|minor|major)\b)/g, 'letter<a>'],
  [/\bclose(?= the\b)/g, 'close<verb>'],
  [/(?<=\b(?:a|edit,) )live\b/g, 'live<on stage>'],
  // Guidebooks say it in the present; the voice guesses the past.
  [/\b[Rr]ead\b/g, 'reed'],
  [/^Separate\b/g, 'separate<verb>'],
  [/(?<=\b(?:this|commercial|finished|[Mm]achine) )use\b/g, 'use<noun>'],
]

/** Puts the meaning of a word that has two into its spelling, where the words beside it tell which it is. */
export function respelled(spoken: string): string {
  return RESPELLINGS.reduce((text, [pattern, word]) => text.replace(pattern, dictionaryWord(word)), spoken)
}

function dictionaryWord(word: string): string {
  return word.replace(/[<> ]/g, '').toLowerCase()
}

/** The pronunciations as entries of the voice's dictionary. */
export function dictionaryEntries(): string[] {
  return Object.entries(PRONUNCIATIONS).map(
    ([word, phones]) => `("${dictionaryWord(word)}" nil (${syllables(phones)}))`,
  )
}

/**
 * The dictionary wants syllables with their stress: one per vowel, consonants go with the vowel after them, the last
 * ones with the last.
 */
function syllables(phones: string): string {
  const parts: { phones: string[]; stress: string }[] = []
  let onset: string[] = []
  for (const phone of phones.split(' ')) {
    if (VOWEL.test(phone)) {
      parts.push({ phones: [...onset, phone.slice(0, -1)], stress: phone.slice(-1) })
      onset = []
    } else onset.push(phone)
  }
  parts.at(-1)?.phones.push(...onset)
  return parts.map((part) => `((${part.phones.join(' ')}) ${part.stress})`).join(' ')
}
