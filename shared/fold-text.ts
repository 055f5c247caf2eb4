/*
 * How texts are compared when somebody searches. Case is folded fully, compatible shapes (full width, ligatures) are
 * one, what is invisible is nothing, and accents count where they make another letter: Latin, Greek, Arabic and Hebrew
 * are searched without their marks, Indic vowel signs, Thai and kana voicing are letters. It follows UAX 15, UAX 21 and
 * the primary level of UTS 10.
 */

/** Letters a reader types the same way on a plain keyboard. */
const asciiLetters: Record<string, string> = {
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
  // Persian keyboards and Arabic ones have letters of their own for the same sound.
  'ی': 'ي',
  'ى': 'ي',
  'ک': 'ك',
  'ة': 'ه',
}

/**
 * A letter with everything that belongs to it: its marks, the parts of a Korean syllable, the two or three vowels Kirat
 * Rai writes as one.
 */
const cluster =
  /[\u1100-\u115f\ua960-\ua97c]+[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*\p{M}*|(?:\P{M}|^|(?<=[\s\S]))[\p{M}\u200d\uff9e\uff9f\u{16d63}\u{16d67}-\u{16d69}]*/uy

// Voicing marks of kana make another letter, as the breve of Cyrillic short i does; that one is composed before.
const dispensableMarks =
  /(?=\p{M})(?![\u3099\u309a])\p{Script=Inherited}|[\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08d3-\u08ff]/gu
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** Scripts that put no blank between words, with their punctuation, and Korean, whose lines break anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}\p{Script=Tai_Le}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u

/** Whether a text begins with a letter or a sign of a script that puts no blank between words; Korean counts as one. */
export const isUnspaced = (text: string) =>
  text.charCodeAt(0) > 0x0e00 && unspaced.test(String.fromCodePoint(text.codePointAt(0)!))

/** Whether a text ends with such a letter or sign. */
export const endsUnspaced = (text: string) => isUnspaced(text.slice(/[\udc00-\udfff]$/.test(text) ? -2 : -1))

/** Whether a text begins with a letter or a digit of any script. */
export const beginsWithLetter = (text: string | undefined) => text !== undefined && /^[\p{L}\p{N}]/u.test(text)

/**
 * Whether a hyphen between two texts joins words, as the maqaf of Hebrew does: it never breaks a word, and people type
 * a blank or a plain hyphen for it. Elsewhere a hyphen may break a word.
 *
 * @param before Text whose last letter stands before the hyphen.
 * @param after Text whose first letter stands behind it.
 */
export const hyphenJoinsWords = (before: string, after: string) =>
  /\p{Script=Hebrew}$/u.test(before) && /^\p{Script=Hebrew}/u.test(after)

/** Katakana as the hiragana of the same sound; some readers type the one and some the other. */
function hiraganaOf(letter: string): string {
  return /[\u30a1-\u30f6\u30fd\u30fe]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) - 0x60) : letter
}

const remembered = new Map<string, string>()
const mostRemembered = 20_000

function foldCluster(letters: string): string {
  const known = remembered.get(letters)
  if (known !== undefined) return known
  const folded = [
    ...letters
      .normalize('NFKD')
      // Lower, upper, lower: the three together are full case folding, ß and both forms of sigma included.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replaceAll('\u0438\u0306', '\u0439')
      .replaceAll(invisible, '')
      .replaceAll(dispensableMarks, '')
      .normalize('NFC'),
  ]
    .map((letter) => asciiLetters[letter] ?? hiraganaOf(letter))
    .join('')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[\s\p{Z}\p{Cc}]/gu, ' ')
  if (remembered.size < mostRemembered) remembered.set(letters, folded)
  return folded
}

/** How many UTF-16 units the letter at `at` takes together with its marks; at least one. */
export function clusterLength(text: string, at: number): number {
  const [code, next] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  if (code < 0x300 && !(next >= 0x300)) return 1
  cluster.lastIndex = at
  return Math.max(1, cluster.exec(text)?.[0].length ?? 1)
}

/**
 * Folds a text letter by letter.
 *
 * @param each Told what a letter is compared as (none, one or a few characters) and which stretch of the text it was
 *   made from.
 */
export function foldLetters(text: string, each: (folded: string, at: number, length: number) => void): void {
  for (let at = 0; at < text.length;) {
    const length = clusterLength(text, at)
    const code = text.charCodeAt(at)
    // Most of a book, and the whole of it takes milliseconds this way.
    if (length === 1 && code < 128) {
      const letter = text[at]!
      each(code >= 65 && code <= 90 ? letter.toLowerCase() : code <= 32 || code === 127 ? ' ' : letter, at, 1)
    } else each(foldCluster(text.slice(at, at + length)), at, length)
    at += length
  }
}

/**
 * A text as search compares it: one blank where there are several, none beside letters of scripts that use none, and no
 * hyphen between letters, so that a word broken at a line's end is one word, and so is one with a hyphen. Between
 * letters of Hebrew a hyphen is a blank.
 */
export function foldText(text: string): string {
  let folded = ''
  let isGlued = true
  foldLetters(text, (letters, at) => {
    if (letters === '') return
    if (letters === ' ') {
      if (!isGlued && !folded.endsWith(' ')) folded += ' '
      return
    }
    const joins = isUnspaced(text.slice(at, at + 2))
    if (joins && folded.endsWith(' ')) folded = folded.slice(0, -1)
    isGlued = joins
    folded += letters
  })
  return folded
    .replaceAll(/(?<=[\p{L}\p{N}\p{M}])-(?=[\p{L}\p{N}])/gu, (_, at: number) =>
      hyphenJoinsWords(folded.slice(at - 1, at), folded.slice(at + 1, at + 2)) ? ' ' : '',
    )
    .trim()
}
