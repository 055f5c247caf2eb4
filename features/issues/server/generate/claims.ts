import { defaultSiteName } from '#shared/site-identity.ts'
import { isSupported, numbersIn } from './numbers.ts'

/** Names that every text may use without a citation, besides the name of the site. */
const siteVocabulary = new Set([
  'radio',
  'ai',
  'i',
  'friday',
  'fridays',
  'journey',
  'books',
  'tokens',
  'newsletter',
  'issue',
  'fam',
])

/**
 * Finds a claim in a text that the records do not support: a number, name or quotation that they do not contain, or an
 * address.
 * It does not understand meaning, so distorted statements pass. An editor can read every issue before the undo window
 * ends.
 *
 * @param siteName Name of the site, which needs no record.
 * @param ground Title and facts of the cited records.
 * @returns The reason as text; undefined when all claims are supported.
 */
export function findUnsupportedClaim(text: string, ground: string, siteName = defaultSiteName): string | undefined {
  if (/https?:|www\.|\w@\w|\{\{|<[a-z/!]/i.test(text)) return 'it contains a link, an email address or markup'
  const known = numbersIn(ground)
  const number = [...numbersIn(text)].find((one) => !isSupported(one, known))
  if (number !== undefined)
    return `${number === '0.01' ? 'a percentage' : `the number ${number}`} is not in the sources it cites`
  const sourceTokens = wordsOf(`${ground} ${siteName}`)
  const name = namesIn(text).find(
    (one) => !sourceTokens.has(one.toLowerCase()) && !siteVocabulary.has(one.toLowerCase()),
  )
  if (name !== undefined) return `the name “${name}” is not in the sources it cites`
  const flat = flatten(ground)
  const quotation = quotationsIn(text).find((one) => !flat.includes(flatten(one)))
  return quotation === undefined ? undefined : `the quotation “${quotation}” is not in the sources it cites`
}

const tokenPattern = /[\p{L}\p{N}]+(?:['’&.-][\p{L}\p{N}]+)*/gu

/** Returns the words of a text and their parts, in lower case. */
function wordsOf(text: string): Set<string> {
  const all = [...text.matchAll(tokenPattern)].map(([word]) => word.toLowerCase().replaceAll('’', "'"))
  return new Set(all.flatMap((word) => [word, word.replace(/'s$/, ''), ...word.split(/['&.-]/)]))
}

/** Returns capitalized words that do not begin a sentence, without a possessive 's. */
function namesIn(text: string): string[] {
  return [...text.matchAll(tokenPattern)].flatMap((match) => {
    const before = text.slice(0, match.index).trimEnd()
    const begins = before === '' || /[.!?:…·“‘"(—–]$|[.!?…][”’]$/.test(before)
    const word = match[0].replaceAll('’', "'").replace(/'(s|re|ve|ll|d|m)$/, '')
    return !begins && /^\p{Lu}/u.test(word) ? word.split('-').filter((part) => /^\p{Lu}/u.test(part)) : []
  })
}

const quotationsIn = (text: string) => [...text.matchAll(/[“"]([^“”"]{2,})[”"]/g)].map(([, words]) => words!)

const flatten = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    // An apostrophe belongs to a word only within it; others are quotation marks.
    .replace(/[^\p{L}\p{N}']+|(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
