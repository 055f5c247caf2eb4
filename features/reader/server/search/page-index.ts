import {
  beginsAlphabetic,
  clusterLength,
  endsUnspaced,
  foldCharacters,
  foldText,
  isJoiningHyphen,
  isUnspaced,
} from '#shared/fold-text.ts'

/**
 * A page's text as one folded string; for every character its line and its offset in that line. `gaps` are positions
 * where a printed space was dropped between letters of a script that is searched without spaces; `glued` are lines
 * that continue the one before.
 */
export type PageIndex = {
  folded: string
  line: Uint16Array
  offset: Uint16Array
  lines: string[]
  gaps: Set<number>
  glued: Set<number>
}

/** Prefix of a line that continues the one before it without a space (U+2060, the word joiner). */
export const glue = '\u2060'

const endsWithLetter = (text: string) => /[\p{L}\p{N}\p{M}]$/u.test(text)

/**
 * Joins a page's lines into one string. A hyphen between letters is dropped, with the break at a line's end, and
 * becomes a space where it joins words; other breaks become a space, but not between letters of scripts without
 * spaces.
 *
 * @param printedLines Texts of the lines in reading order, with {@link glue} before lines that continue another.
 */
export function indexPage(printedLines: string[]): PageIndex {
  const glued = new Set(printedLines.flatMap((text, at) => (text.startsWith(glue) ? [at] : [])))
  const lines = printedLines.map((text, at) => (glued.has(at) ? text.slice(glue.length) : text))
  let folded = ''
  const line: number[] = []
  const offset: number[] = []
  const gaps = new Set<number>()
  // Whether a printed space was dropped after the last letter.
  let isGlued = true
  let isGap = false

  const drop = () => {
    folded = folded.slice(0, -1)
    line.pop()
    offset.pop()
  }
  const add = (letters: string, atLine: number, atOffset: number) => {
    folded += letters
    // One entry per UTF-16 unit of the searched text.
    for (let unit = 0; unit < letters.length; unit += 1) {
      line.push(atLine)
      offset.push(atOffset)
    }
  }
  const addBlank = (atLine: number, atOffset: number, isPrinted: boolean) => {
    if (isGlued) isGap ||= isPrinted
    else if (!folded.endsWith(' ')) add(' ', atLine, atOffset)
  }
  const addLetters = (letters: string, isJoining: boolean, atLine: number, atOffset: number) => {
    if (isJoining && folded.endsWith(' ')) {
      drop()
      isGap = true
    }
    // A hyphen is dropped once a letter follows, and becomes a space where it joins two words.
    if (folded.endsWith('-') && beginsAlphabetic(letters) && endsWithLetter(folded.slice(-3, -1))) {
      if (isJoiningHyphen(folded.slice(-2, -1), letters)) folded = `${folded.slice(0, -1)} `
      else drop()
    }
    if (isGap) gaps.add(folded.length)
    isGlued = isJoining
    isGap = false
    add(letters, atLine, atOffset)
  }

  for (const [at, text] of lines.entries()) {
    const isBroken = folded.endsWith('-') && endsWithLetter(folded.slice(-3, -1)) && beginsAlphabetic(text)
    if (folded !== '' && !isBroken && !glued.has(at)) addBlank(at, 0, false)
    foldCharacters(text, (letters, place, length) => {
      if (letters === ' ') addBlank(at, place, true)
      else if (letters !== '') addLetters(letters, isUnspaced(text.slice(place, place + length)), at, place)
    })
  }
  return { folded, line: Uint16Array.from(line), offset: Uint16Array.from(offset), lines, gaps, glued }
}

/** Folds a query like the page text: a hyphen at either end may be a line-end hyphen, which the index drops. */
export function foldQuery(text: string): string {
  return foldText(text)
    .replace(/^-(?=[\p{L}\p{N}])/u, '')
    .replace(/(?<=[\p{L}\p{N}\p{M}])-$/u, '')
}

/** Maximum number of words in a query for locked pages. */
export const lockedWordLimit = 2

/**
 * Returns the positions of a query in a page's text.
 *
 * @param isWhole Matches whole words only, at most {@link lockedWordLimit}.
 */
export function findOnPage(page: PageIndex, words: string, isWhole: boolean): number[] {
  const found: number[] = []
  const { folded } = page
  let isTaken: ((at: number) => boolean) | undefined
  for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + words.length)) {
    isTaken ??= isWhole ? wholeWordMatcher(page, words.length) : () => true
    if (isTaken(at)) found.push(at)
  }
  return found
}

const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Counts the words of a folded text, with a dictionary for scripts without spaces. */
export function countWordsIn(folded: string): number {
  return folded
    .split(' ')
    .map((part) =>
      isUnspacedText(part) ? [...wordSegmenter.segment(part)].filter(({ isWordLike }) => isWordLike).length : 1,
    )
    .reduce((sum, words) => sum + words, 0)
}

/** Returns a function that tells whether the text of the given length at a position consists of a few whole words. */
function wholeWordMatcher({ folded, gaps }: PageIndex, length: number): (at: number) => boolean {
  let dictionary: Set<number> | undefined
  const isDictionaryEdge = (at: number) => {
    dictionary ??= new Set([...wordSegmenter.segment(folded)].map(({ index }) => index))
    return dictionary.has(at)
  }
  const isBetweenLetters = (at: number) =>
    endsWithLetter(folded.slice(Math.max(0, at - 2), at)) && /^[\p{L}\p{N}\p{M}]/u.test(folded.slice(at, at + 2))
  // Inside a word of a script with spaces there is no boundary, even if a dictionary finds one.
  const isEdgeOfLetters = (at: number) =>
    gaps.has(at) ||
    ((isUnspaced(folded.slice(at, at + 2)) || endsUnspaced(folded.slice(Math.max(0, at - 2), at))) &&
      isDictionaryEdge(at))
  const isEdge = (at: number) => !isBetweenLetters(at) || isEdgeOfLetters(at)
  return (at) => {
    if (!isEdge(at) || !isEdge(at + length)) return false
    const inside = Array.from({ length: length - 1 }, (_, index) => at + index + 1)
    const words =
      1 + inside.filter((place) => folded[place] === ' ' || (isBetweenLetters(place) && isEdgeOfLetters(place))).length
    return words <= lockedWordLimit
  }
}

const isUnspacedText = (text: string) => [...text].some(isUnspaced)

/** Returns the end of the letter at `at`, including its combining marks. */
export const afterLetter = (text: string, at: number) => at + clusterLength(text, at)
