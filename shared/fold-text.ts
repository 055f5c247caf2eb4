/*
 * Text folding for search. Case is fully folded, compatibility forms (full width, ligatures) are unified, invisible
 * characters are removed, and accents count where they make another letter: Latin, Greek, Arabic and Hebrew are
 * searched without marks; Indic vowel signs, Thai and kana voicing are letters. It follows UAX 15, UAX 21 and the
 * primary level of UTS 10.
 */

/** Letters mapped to those typed on a plain keyboard. */
const asciiEquivalents: Record<string, string> = {
  'æ': 'ae',
  'œ': 'oe',
  'ø': 'o',
  'ł': 'l',
  'đ': 'd',
  'ı': 'i',
  '’': "'",
  '‘': "'",
  '‚': "'",
  'ʼ': "'",
  'ʻ': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '−': '-',
  '⁄': '/',
  // Persian and Arabic keyboards have different letters for the same sound.
  'ی': 'ي',
  'ى': 'ي',
  'ک': 'ك',
  'ة': 'ه',
}

/** Matches a letter with its marks, the parts of a Korean syllable, or the combined vowels of Kirat Rai. */
const cluster =
  /[\u1100-\u115f\ua960-\ua97c]+[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*\p{M}*|(?:\P{M}|^|(?<=[\s\S]))[\p{M}\u200d\uff9e\uff9f\u{16d63}\u{16d67}-\u{16d69}]*/uy

// Voicing marks of kana make another letter, like the breve of Cyrillic short i, which is composed before.
const dispensableDiacritics =
  /(?=\p{M})(?![\u3099\u309a])\p{Script=Inherited}|[\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08d3-\u08ff]/gu
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** Scripts without spaces between words, with their punctuation, and Korean, whose lines break anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}\p{Script=Tai_Le}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u

/** Returns whether a text starts with a character of a script without spaces between words, including Korean. */
export const isUnspaced = (text: string) =>
  text.charCodeAt(0) > 0x0e00 && unspaced.test(String.fromCodePoint(text.codePointAt(0)!))

/** Returns whether a text ends with such a character. */
export const endsUnspaced = (text: string) => isUnspaced(text.slice(/[\udc00-\udfff]$/.test(text) ? -2 : -1))

/** Returns whether a text starts with a letter or a digit of any script. */
export const beginsAlphabetic = (text: string | undefined) => text !== undefined && /^[\p{L}\p{N}]/u.test(text)

/**
 * Returns whether a hyphen between two texts joins words, like the maqaf of Hebrew, which people type as a space or
 * hyphen. Elsewhere a hyphen may break a word.
 *
 * @param before Text before the hyphen.
 * @param after Text after the hyphen.
 */
export const isJoiningHyphen = (before: string, after: string) =>
  /\p{Script=Hebrew}$/u.test(before) && /^\p{Script=Hebrew}/u.test(after)

/** Converts katakana to the hiragana of the same sound. */
function hiraganaOf(character: string): string {
  return /[\u30a1-\u30f6\u30fd\u30fe]/.test(character) ? String.fromCharCode(character.charCodeAt(0) - 0x60) : character
}

const remembered = new Map<string, string>()
const maxRemembered = 20_000

function foldCluster(cluster: string): string {
  const known = remembered.get(cluster)
  if (known !== undefined) return known
  const folded = [
    ...cluster
      .normalize('NFKD')
      // Lower, upper, lower case: together full case folding, including ß and both forms of sigma.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replaceAll('\u0438\u0306', '\u0439')
      .replaceAll(invisible, '')
      .replaceAll(dispensableDiacritics, '')
      .normalize('NFC'),
  ]
    .map((character) => asciiEquivalents[character] ?? hiraganaOf(character))
    .join('')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[\s\p{Z}\p{Cc}]/gu, ' ')
  if (remembered.size < maxRemembered) remembered.set(cluster, folded)
  return folded
}

/** Returns the number of UTF-16 units of the letter at `at` with its marks; at least one. */
export function clusterLength(text: string, at: number): number {
  const [code, next] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  if (code < 0x300 && !(next >= 0x300)) return 1
  cluster.lastIndex = at
  return Math.max(1, cluster.exec(text)?.[0].length ?? 1)
}

/**
 * Folds a text letter by letter.
 *
 * @param each Called with the folded letter (none, one or a few characters) and its range in the text.
 */
export function foldCharacters(text: string, each: (folded: string, at: number, length: number) => void): void {
  for (let at = 0; at < text.length;) {
    const length = clusterLength(text, at)
    const code = text.charCodeAt(at)
    // Fast path for ASCII, which is most of a book.
    if (length === 1 && code < 128) {
      const character = text[at]!
      each(code >= 65 && code <= 90 ? character.toLowerCase() : code <= 32 || code === 127 ? ' ' : character, at, 1)
    } else each(foldCluster(text.slice(at, at + length)), at, length)
    at += length
  }
}

/**
 * Folds a text for search: runs of spaces become one, spaces beside letters of unspaced scripts are removed, and so are
 * hyphens between letters, so that a word broken at the end of a line is one word. Between Hebrew letters a hyphen
 * becomes a space.
 */
export function foldText(text: string): string {
  let folded = ''
  let isGlued = true
  foldCharacters(text, (cluster, at) => {
    if (cluster === '') return
    if (cluster === ' ') {
      if (!isGlued && !folded.endsWith(' ')) folded += ' '
      return
    }
    const joins = isUnspaced(text.slice(at, at + 2))
    if (joins && folded.endsWith(' ')) folded = folded.slice(0, -1)
    isGlued = joins
    folded += cluster
  })
  return folded
    .replaceAll(/(?<=[\p{L}\p{N}\p{M}])-(?=[\p{L}\p{N}])/gu, (_, at: number) =>
      isJoiningHyphen(folded.slice(at - 1, at), folded.slice(at + 1, at + 2)) ? ' ' : '',
    )
    .trim()
}
