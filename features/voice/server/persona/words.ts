/** Words that say nothing about what is asked. */
const idle = new Set(
  `a about actually all along also always am an and any anybody anyone anything are arent as ask at be because been being but by can cannot
  cant come could describe did didnt do does doesnt doing dont each ever every everybody everyone everything exactly explain find for from
  get give go going got had happen happened happens has have having he her here hers him his how i id if im important in info information into is isnt it its ive just kind know
  last let like list lot made make makes making many may maybe me mean means might mine more most much must my need next no not now of
  often ok old on one only or our out please possible question quite really s say says she should show so some somebody someone something sort
  still such sure talk tell than that thats the their them then there these they thing things think this those through till time to too
  u until up us very want was wasnt we well were what whats when where which while who whom whos whose why will with within without wont would
  yes yet you your youre yours yourself`.split(/\s+/),
)

/** The words of a text in lower case, without what an apostrophe hangs on them; whatever is no letter or digit parts them. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(/['’]s$/, '').replace(/['’]/g, ''),
  )
}

/** The words of a text that say something, by their stems, each once. */
export function stemsOf(text: string): string[] {
  const telling = wordsOf(text).filter((word) => !idle.has(word))
  return [...new Set(telling.map(stem))]
}

/** The stems of some words parted by blanks, to tell whether a question holds nothing else. */
export function stemSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(stem))
}

/** Verbs whose past is another word, and lyrics, which are words: what is asked with the one is told with the other. */
const sames = new Map(
  `began begin begun begin bought buy brought bring built build drew draw heard hear held hold kept keep lost lose
  met meet paid pay sang sing sung sing sent send sold sell spent spend stood stand taught teach won win written write wrote write lyric word lyrics word`
    .split(/\s+/)
    .flatMap((word, place, all) => (place % 2 ? [] : [[word, all[place + 1]!]])),
)

/** Takes off endings that part a question from the sentence that answers it; the records and the questions lose them alike. */
export function stem(word: string): string {
  let rest = sames.get(word) ?? word
  if (rest.length > 3 && rest.endsWith('s') && !rest.endsWith('ss')) rest = rest.slice(0, -1)
  if (rest.length > 5 && rest.endsWith('ing')) rest = single(rest.slice(0, -3))
  else if (rest.length > 4 && rest.endsWith('ed')) rest = single(rest.slice(0, -2))
  if (rest.length > 4 && rest.endsWith('e')) rest = rest.slice(0, -1)
  return rest.length > 4 && rest.endsWith('y') ? `${rest.slice(0, -1)}i` : rest
}

/** Planned and planning come from plan, selling from sell. */
function single(rest: string): string {
  return /([bdgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest
}

/** The words of a text parted by one blank, with one at each end: what stands in it as words can be looked for. */
export function plain(text: string): string {
  return ` ${wordsOf(text).join(' ')} `
}

/** The sentence of a text that holds most of `stems`, with its neighbours, `most` in all; the beginning when none holds any. */
export function bestSentences(text: string, stems: readonly string[], most: number): string {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim())
  const wanted = new Set(stems)
  const counted = sentences.map((sentence, place) => ({
    place,
    count: stemsOf(sentence).filter((word) => wanted.has(word)).length,
  }))
  const best = counted.toSorted((one, other) => other.count - one.count || one.place - other.place)[0]
  // What follows the sentence that fits usually explains it; the last one is explained by what leads to it.
  const from = Math.min(best?.place ?? 0, Math.max(0, sentences.length - most))
  return sentences.slice(from, from + most).join(' ')
}

/** A number of things: `one chapter`, `10 chapters`. @param thing In the singular; its plural takes an s. */
export function countOf(count: number, thing: string): string {
  return count === 1 ? `one ${thing}` : `${count} ${thing}s`
}
