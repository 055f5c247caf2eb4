import { genres } from '#features/submissions/constants.ts'
import type { Tags } from './read-tags.ts'

/** Field values filled in from a file. */
export type FilledIn = Readonly<Record<string, string>>

/**
 * Fills empty fields from the tags of a file, after clearing unchanged values of the previous file.
 *
 * @param fieldOf Returns the field with a name, if the form has one.
 * @param before Values filled in from the previous file.
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

// A genre is always selected; the first one counts as not chosen.
const emptyOf = (name: string) => (name === 'genre' ? genres[0] : '')

// A genre that the form does not offer is ignored.
function genreOf(word = ''): string {
  const name = word
    .toLowerCase()
    .replaceAll('&', ' and ')
    .trim()
    .replaceAll(/[^a-z]+/g, '_')
  return genres.find((genre) => genre === name) ?? ''
}
