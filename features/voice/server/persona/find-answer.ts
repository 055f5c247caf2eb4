import type { Hit, RecordIndex } from './record-index.ts'
import type { PersonaRecord } from './records.ts'
import { stemsOf } from './words.ts'

/** The record that answers a question, as far as its kind can: how something is done stands in books, when it was in what is dated. */
export function findAnswer(index: RecordIndex, message: string, fits: (record: PersonaRecord) => boolean): Hit | undefined {
  const howTo = /^how (?:do|can|could|should|would|to) (?:(?:i|we|you|one) )?\w+ (.+)/.exec(message)
  if (howTo) {
    const teaches = (record: PersonaRecord) => fits(record) && ['book', 'chapter', 'token'].includes(record.kind)
    const [whole] = index.find(message, teaches)
    if (whole?.isAnswer) return whole
    // What it is done to may be the title of a chapter, whatever verb it is asked with.
    const topic = index.asked(howTo[1]!)
    return index
      .find(howTo[1]!, teaches)
      .find(({ record, share }) => share > 0.99 && topic.every((word) => stemsOf(record.title).includes(word)))
  }
  const hits = index.find(message, fits)
  // Where a subject is named as such, a common word is no accident.
  if (/^(tell|talk|speak|say)\b.* about\b/.test(message)) {
    const told = hits.find(({ record, share }) => share > 0.99 && record.kind !== 'roster')
    if (told) return told
  }
  if (!/^when\b/.test(message)) return hits.find(({ isAnswer }) => isAnswer)
  // One word in passing tells of no date.
  const isDated = ({ keys = '', text }: PersonaRecord) => /\d{4}/.test(`${keys} ${text}`)
  const asked = index.asked(message)
  const isMeant = ({ record, words }: Hit) => words.length !== 1 || stemsOf(record.title).filter((word) => asked.includes(word)).length > 1
  return hits.find((hit) => hit.isAnswer && isDated(hit.record) && isMeant(hit))
}
