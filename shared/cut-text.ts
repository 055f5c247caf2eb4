/*
 * Length and truncation of user text. A character is a grapheme: an emoji with a skin tone, a letter with its accents,
 * a flag. Cutting by code units would split them, and neither JSON columns nor emails accept half a surrogate pair.
 */

/** A family emoji takes eleven code units, most emoji two to four; a higher average means stacked accents. */
const unitsEach = 8

let segmenter: Intl.Segmenter | undefined
const charactersOf = (text: string) =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text)

/** Counts characters as schemas do: Unicode code points. */
export const countCharacters = (text: string) => (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length)

/**
 * Truncates a text to a number of graphemes.
 *
 * @param longest Maximum length in graphemes; the result has at most eight times as many UTF-16 code units.
 * @param ellipsis Appended to truncated text, and included in the length.
 * @returns A text without lone surrogates; those of the input become U+FFFD.
 */
export function cutText(text: string, longest: number, ellipsis = ''): string {
  const whole = text.toWellFormed()
  if (whole.length <= longest) return whole
  const budget = longest * unitsEach
  const lengthLeft = longest - [...ellipsis].length
  let [count, end] = [0, 0]
  // Text beyond the limit is not segmented.
  for (const { index, segment } of charactersOf(whole.slice(0, budget + 1))) {
    count += 1
    if (count > longest || index + segment.length > budget)
      return `${end > 0 ? whole.slice(0, end) : lengthLeft > 0 ? wholeHead(whole, budget) : ''}${ellipsis}`
    if (count <= lengthLeft) end = index + segment.length
  }
  return whole
}

/**
 * Slices a text without including partial graphemes.
 *
 * @param from, to As of `String.prototype.slice`, in UTF-16 code units, not below 0.
 */
export function sliceWhole(text: string, from: number, to = text.length): string {
  const whole = text.toWellFormed()
  const edge = (at: number, side: 'before' | 'after') => {
    const { index, segment } = charactersOf(whole).containing(at) ?? { index: at, segment: '' }
    return index === at || side === 'before' ? index : index + segment.length
  }
  return whole.slice(from <= 0 ? 0 : edge(from, 'after'), to >= whole.length ? whole.length : edge(to, 'before'))
}

/** Returns a text with its first letter in upper case, in English; unchanged if it begins with a URL, host or email. */
export const capitalize = (text: string) =>
  startsWithAddress.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)

// Host names are case-insensitive, but people read and copy them in lower case.
const startsWithAddress = /^(?:[a-z][a-z\d+.-]*:\/\/|[\w-]+\.[\w-]|[\w-]+:\d|\S+@\S)/

// A single grapheme exceeds the limit: stacked accents.
const wholeHead = (text: string, budget: number) => text.slice(0, budget).replace(/[\uD800-\uDBFF]$/, '')
