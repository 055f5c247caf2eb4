/*
 * Length and cutting of what people wrote. A character is what a reader takes for one (a grapheme): an emoji with a
 * skin tone, a letter with its accents, a flag. Cutting by code units leaves halves of them, and half a surrogate pair
 * is text that neither JSON columns nor mails take.
 */

/**
 * A family of four takes eleven code units, most emoji two to four; a text with more on average is accents stacked
 * without end.
 */
const unitsEach = 8

let segmenter: Intl.Segmenter | undefined
const charactersOf = (text: string) =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text)

/**
 * Number of characters as schemas count them: Unicode code points, so an emoji counts as one or a few and never as a
 * half.
 */
export const countCharacters = (text: string) => (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length)

/**
 * Cuts a text after so many characters as a reader counts them, never inside one.
 *
 * @param longest Of the answer, in characters; it has at most eight times as many UTF-16 code units.
 * @param ellipsis Ends a text that was cut, and counts with it.
 * @returns A text without lone surrogates; those of the input become U+FFFD.
 */
export function cutText(text: string, longest: number, ellipsis = ''): string {
  const whole = text.toWellFormed()
  if (whole.length <= longest) return whole
  const room = longest * unitsEach
  const kept = longest - [...ellipsis].length
  let [count, end] = [0, 0]
  // Nothing behind the room is kept, so nothing far behind it is looked at.
  for (const { index, segment } of charactersOf(whole.slice(0, room + 1))) {
    count += 1
    if (count > longest || index + segment.length > room)
      return `${end > 0 ? whole.slice(0, end) : kept > 0 ? wholeHead(whole, room) : ''}${ellipsis}`
    if (count <= kept) end = index + segment.length
  }
  return whole
}

/**
 * The part of a text between two places, without characters that lie in it only partly.
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

// One character alone is longer than the room: accents without end.
const wholeHead = (text: string, room: number) => text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')
