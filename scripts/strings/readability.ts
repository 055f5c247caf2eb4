import { retext } from 'retext'
import retextReadability from 'retext-readability'
import retextRepeatedWords from 'retext-repeated-words'
import type { VisibleString } from './read-strings.ts'

/** A sentence that a reader may stumble over, with the reason. */
export type HardSentence = { path: string; line: number; text: string; reason: string }

/** Readers of 16 should follow every sentence; a sentence counts as hard when four of seven formulas say it is not. */
const readerAge = 16
const fewestFormulas = 4 / 7

const tool = retext().use(retextReadability, { age: readerAge, threshold: fewestFormulas }).use(retextRepeatedWords)

/**
 * Finds sentences that are hard to read or repeat a word. Fragments of fewer than five words are passed over: the
 * formulas rate them by single long words, such as "Subscribed".
 */
export async function findHardSentences(strings: VisibleString[]): Promise<HardSentence[]> {
  const known = new Set<string>()
  const found: HardSentence[] = []
  for (const { path, line, text } of strings) {
    if (known.has(text)) continue
    known.add(text)
    // A number stands for what is put in at run time.
    const { messages } = await tool.process(text.replaceAll('{…}', '7'))
    for (const { reason, actual } of messages) {
      const sentence = actual ?? text
      if (sentence.split(/\s+/).length < 5 && !/repeated/.test(reason)) continue
      found.push({ path, line, text: sentence.replaceAll(/\s+/g, ' '), reason })
    }
  }
  return found
}
