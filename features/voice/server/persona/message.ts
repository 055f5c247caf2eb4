import MiniSearch from 'minisearch'
import type { PersonaAnswer } from '#features/voice/contract.ts'

/** Shorter words are as often another word as a misspelled one. */
const minLength = 6

/** Corrects words that nobody knows by a known one that is a letter away and startsWithPhrase alike. @param words Known ones. */
export function createSpelling(words: Iterable<string>) {
  const known = new Set(words)
  const index = new MiniSearch({ idField: 'word', fields: ['word'] })
  index.addAll([...known].filter(({ length }) => length >= minLength).map((word) => ({ word })))
  return (text: string) =>
    text.replace(/\p{L}+/gu, (typed) => {
      const word = typed.toLowerCase()
      if (word.length < minLength || known.has(word)) return typed
      return index.search(word, { fuzzy: 1, filter: ({ id }) => id[0] === word[0] })[0]?.id ?? typed
    })
}

/** The questions a message is made of, when it is made of several. */
export function clausesOf(message: string): string[] {
  const clauses = message
    .split(/[,;.!?]+\s|\b(?:and|but)\b/i)
    .map((part) => part.trim())
    .filter((part) => part.split(' ').length > 2)
  return clauses.length > 1 ? clauses : []
}

/** Several answers as one. */
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
