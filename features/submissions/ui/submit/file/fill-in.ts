import { genreNames, genres } from '#features/submissions/constants.ts'
import type { Tags } from './read-tags.ts'

/** What a file put into fields, by field: as it stands there, so that it is known again. */
export type FilledIn = Readonly<Record<string, string>>

/**
 * Puts the words of a chosen file where nothing was typed. What another file had put there goes first, unless it was
 * changed since.
 *
 * @param fieldOf The field of a name, if the form has one.
 * @param before What the last file had put there.
 */
export function fillIn(
  fieldOf: (name: string) => { value: string } | null | undefined,
  tags: Tags,
  before: FilledIn,
): FilledIn {
  for (const [name, word] of Object.entries(before)) {
    const field = fieldOf(name)
    if (field?.value === word) field.value = emptyOf(name)
  }
  const filledIn: Record<string, string> = {}
  for (const [name, word] of Object.entries({ ...tags, genre: genreOf(tags.genre) })) {
    const field = fieldOf(name)
    if (!word || field?.value !== emptyOf(name)) continue
    field.value = word
    filledIn[name] = field.value
  }
  return filledIn
}

// One genre always stands there; the first does where nobody chose.
const emptyOf = (name: string) => (name === 'genre' ? genres[0] : '')

// A genre the form does not know stays in the file.
function genreOf(word = ''): string {
  return genres.find((genre) => genre === word || genreNames[genre].toLowerCase() === word.toLowerCase()) ?? ''
}
