import {
  beginsWithLetter,
  clusterLength,
  endsUnspaced,
  foldLetters,
  foldText,
  hyphenJoinsWords,
  isUnspaced,
} from '#shared/fold-text.ts'

/**
 * A page's words in one row, folded; for every character, in which line it stands and where in that line's text. `gaps`
 * are the places in the row where a printed blank was left out, because the letters beside it belong to a script that
 * is searched without blanks; `glued` are the lines that go on where the one before ends.
 */
export type PageIndex = {
  folded: string
  line: Uint16Array
  offset: Uint16Array
  lines: string[]
  gaps: Set<number>
  glued: Set<number>
}

/**
 * Stands before the text of a line that goes on where the one before it ends, without a blank (U+2060, the word
 * joiner).
 */
export const glue = '\u2060'

const endsWithLetter = (text: string) => /[\p{L}\p{N}\p{M}]$/u.test(text)

/**
 * Joins a page's lines into one row. A hyphen between letters is left out, at a line's end together with the break, and
 * is a blank where it joins words; other breaks are a blank, and none beside letters of scripts that put no blanks
 * between words.
 *
 * @param given Texts of the lines in reading order, {@link glue} before one that goes on where another ends.
 */
export function indexPage(given: string[]): PageIndex {
  const glued = new Set(given.flatMap((text, at) => (text.startsWith(glue) ? [at] : [])))
  const lines = given.map((text, at) => (glued.has(at) ? text.slice(glue.length) : text))
  let folded = ''
  const line: number[] = []
  const offset: number[] = []
  const gaps = new Set<number>()
  // What the last letter was made from, and whether a printed blank was left out behind it.
  let isGlued = true
  let isGap = false

  const drop = () => {
    folded = folded.slice(0, -1)
    line.pop()
    offset.pop()
  }
  const add = (letters: string, atLine: number, atOffset: number) => {
    folded += letters
    // One place for every unit of the text that is searched.
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
    // A hyphen is dropped once a letter follows it, and is a blank where it joins two words.
    if (folded.endsWith('-') && beginsWithLetter(letters) && endsWithLetter(folded.slice(-3, -1))) {
      if (hyphenJoinsWords(folded.slice(-2, -1), letters)) folded = `${folded.slice(0, -1)} `
      else drop()
    }
    if (isGap) gaps.add(folded.length)
    isGlued = isJoining
    isGap = false
    add(letters, atLine, atOffset)
  }

  for (const [at, text] of lines.entries()) {
    const isBroken = folded.endsWith('-') && endsWithLetter(folded.slice(-3, -1)) && beginsWithLetter(text)
    if (folded !== '' && !isBroken && !glued.has(at)) addBlank(at, 0, false)
    foldLetters(text, (letters, place, length) => {
      if (letters === ' ') addBlank(at, place, true)
      else if (letters !== '') addLetters(letters, isUnspaced(text.slice(place, place + length)), at, place)
    })
  }
  return { folded, line: Uint16Array.from(line), offset: Uint16Array.from(offset), lines, gaps, glued }
}

/**
 * What somebody looks for as the row has it: a hyphen at either end may be one at a line's end, which the row leaves
 * out.
 */
export function foldQuery(text: string): string {
  return foldText(text)
    .replace(/^-(?=[\p{L}\p{N}])/u, '')
    .replace(/(?<=[\p{L}\p{N}\p{M}])-$/u, '')
}

/** So many words of a locked page can be asked for together. */
export const mostLockedWords = 2

/**
 * Where the words begin on a page, as positions in its row.
 *
 * @param isWhole Takes whole words only,
 * {@link mostLockedWords} at most.
 */
export function findOnPage(page: PageIndex, words: string, isWhole: boolean): number[] {
  const found: number[] = []
  const { folded } = page
  let isTaken: ((at: number) => boolean) | undefined
  for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + words.length)) {
    isTaken ??= isWhole ? wholeWords(page, words.length) : () => true
    if (isTaken(at)) found.push(at)
  }
  return found
}

const byWords = new Intl.Segmenter(undefined, { granularity: 'word' })

/** How many words a folded text has; where no blanks tell them apart, those a dictionary finds. */
export function countWords(folded: string): number {
  return folded
    .split(' ')
    .map((part) =>
      isUnspacedText(part) ? [...byWords.segment(part)].filter(({ isWordLike }) => isWordLike).length : 1,
    )
    .reduce((sum, words) => sum + words, 0)
}

/** Tells whether few and whole words stand between a position of the row and `length` further on. */
function wholeWords({ folded, gaps }: PageIndex, length: number): (at: number) => boolean {
  let dictionary: Set<number> | undefined
  const isDictionaryEdge = (at: number) => {
    dictionary ??= new Set([...byWords.segment(folded)].map(({ index }) => index))
    return dictionary.has(at)
  }
  const isBetweenLetters = (at: number) =>
    endsWithLetter(folded.slice(Math.max(0, at - 2), at)) && /^[\p{L}\p{N}\p{M}]/u.test(folded.slice(at, at + 2))
  // Between letters of one word of a script with blanks there is no edge, whatever a dictionary says.
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
    return words <= mostLockedWords
  }
}

const isUnspacedText = (text: string) => [...text].some(isUnspaced)

/** The end of the letter at `at` of a line's text, its marks included. */
export const afterLetter = (text: string, at: number) => at + clusterLength(text, at)
