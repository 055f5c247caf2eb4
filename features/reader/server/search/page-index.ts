import { foldCharacter } from './fold.ts'

/** A page's words in one row, folded; for every character, in which line it stands and where in that line's text. */
export type PageIndex = { folded: string; line: Uint16Array; offset: Uint16Array; lines: string[] }

const isLetter = (character: string | undefined) =>
  character !== undefined && (/^[a-z0-9]/.test(character) || /[\p{L}\p{N}]/u.test(character))

/**
 * Joins a page's lines into one row. A hyphen between letters is left out, at a line's end together with the break; other breaks are a space.
 *
 * @param lines Texts of the lines in reading order.
 */
export function indexPage(lines: string[]): PageIndex {
  let folded = ''
  const line: number[] = []
  const offset: number[] = []
  const add = (characters: string, atLine: number, atOffset: number) => {
    for (const character of characters) {
      if (character === ' ' && folded.endsWith(' ')) continue
      // A hyphen is dropped once a letter follows it.
      if (isLetter(character) && folded.endsWith('-') && isLetter(folded.at(-2))) {
        folded = folded.slice(0, -1)
        line.pop()
        offset.pop()
      }
      folded += character
      // One place for every unit of the text that is searched.
      for (let unit = 0; unit < character.length; unit += 1) {
        line.push(atLine)
        offset.push(atOffset)
      }
    }
  }
  for (const [at, text] of lines.entries()) {
    const isBroken = folded.endsWith('-') && isLetter(folded.at(-2)) && isLetter(text[0])
    if (folded !== '' && !isBroken) add(' ', at, 0)
    let place = 0
    for (const character of text) {
      add(foldCharacter(character), at, place)
      place += character.length
    }
  }
  return { folded, line: Uint16Array.from(line), offset: Uint16Array.from(offset), lines }
}

/** Where the words begin on a page, as positions in its row. @param isWhole Takes whole words only. */
export function findOnPage({ folded }: PageIndex, words: string, isWhole: boolean): number[] {
  const found: number[] = []
  for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, at + words.length)) {
    if (!isWhole || (!isLetter(folded[at - 1]) && !isLetter(folded[at + words.length]))) found.push(at)
  }
  return found
}
