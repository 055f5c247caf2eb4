import { retext } from 'retext'
import retextReadability from 'retext-readability'
import retextRepeatedWords from 'retext-repeated-words'
import type { VisibleString } from './read-strings.ts'

/** A sentence that a reader may stumble over, with the reason. */
export type HardSentence = { path: string; line: number; text: string; reason: string }

/** Readers aged 16 should understand every sentence; a sentence is hard if four of seven formulas disagree. */
const readerAge = 16
const fewestFormulas = 4 / 7

const tool = retext().use(retextReadability, { age: readerAge, threshold: fewestFormulas }).use(retextRepeatedWords)

/**
 * Finds sentences that are hard to read or repeat a word. Fragments of fewer than five words are passed over: the
 * formulas rate them by single long words, such as "Subscribed". So are lists and what scripts print.
 *
 * @param onPurpose Text that names sentences to leave as they are.
 */
export async function findHardSentences(strings: VisibleString[], onPurpose = ''): Promise<HardSentence[]> {
  const known = new Set<string>()
  const found: HardSentence[] = []
  for (const { path, line, kind, text } of strings) {
    if (known.has(text) || kind === 'terminal' || !isProse(text)) continue
    known.add(text)
    const { messages } = await tool.process(plainText(text))
    for (const { reason, actual } of messages) {
      const sentence = (actual ?? text).replaceAll(/\s+/g, ' ')
      if (sentence.split(' ').length < 5 && !/repeated/.test(reason)) continue
      if (!onPurpose.includes(sentence)) found.push({ path, line, text: sentence, reason })
    }
  }
  return found
}

/** Returns whether a text is sentences: lists of samples, names and fonts begin in lower case or with a quote. */
function isProse(text: string): boolean {
  if (text.includes(' | ')) return false
  return /[.!?]$/.test(text) || /^[“"(]?(\p{Lu}\p{Ll}* \p{Ll}|\{…\})/u.test(text)
}

/** Replaces run-time values by a number, and Markdown links by their text. */
function plainText(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\{(…|\w+)\}/g, '7')
}
