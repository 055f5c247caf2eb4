import MiniSearch from 'minisearch'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import type { Language } from './language.ts'
import { withoutAccents } from './text.ts'

/** A shorter unknown word may be a different word rather than a typo. */
const minLength = 6

/**
 * Creates a function that corrects unknown words to a known word with the same first letter and one edit. @param words
 * Known words.
 */
export function createSpelling(words: Iterable<string>) {
  const known = new Set(words)
  const index = new MiniSearch({ idField: 'word', fields: ['word'] })
  index.addAll([...known].filter(({ length }) => length >= minLength).map((word) => ({ word })))
  return (text: string) =>
    text.replace(/\p{L}+/gu, (typed) => {
      const word = withoutAccents(typed.toLowerCase())
      if (word.length < minLength || known.has(word)) return typed
      return index.search(word, { fuzzy: 1, filter: ({ id }) => id[0] === word[0] })[0]?.id ?? typed
    })
}

/** Splits a message into its questions; empty if there is only one. */
export function clausesOf(message: string, { phrases }: Language): string[] {
  const clauses = message
    .split(new RegExp(`[,;.!?]+\\s|\\b(?:${phrases.joining.join('|')})\\b`, 'i'))
    .map((part) => part.trim())
    .filter((part) => part.split(' ').length > 2)
  return clauses.length > 1 ? clauses : []
}

/** Merges several answers into one. */
export function together(answers: readonly PersonaAnswer[]): PersonaAnswer {
  const each = [...new Map(answers.map((answer) => [answer.text, answer])).values()]
  return {
    text: each.map(({ text }) => text).join(' '),
    isKnown: each.some(({ isKnown }) => isKnown),
    sources: each.flatMap(({ sources }) => sources).slice(0, 4),
    actions: each.flatMap(({ actions }) => actions).slice(0, 3),
    isAsked: each[0]!.isAsked,
  }
}
