import type { VisibleString } from '../strings/read-strings.ts'

type Pattern = { pattern: RegExp; say: string }

/** Openings that leave the subject out. Questions may begin with them, and short labels such as "What it does". */
const openings: Pattern = {
  pattern: /^[“"'(]?(What|Who|Whom|Whoever|Whatever|Nobody|Nothing)\b(?!.*\?$)/,
  say: 'begin with a plain subject or a verb',
}

const phrases: Pattern[] = [
  { pattern: /\bThat were\b|\bThat was (many|too)\b/, say: 'name the limit' },
  { pattern: /\b(is|are|was|were|be|been) kept\b/i, say: 'say saved, stored or paused' },
  { pattern: /\b(stands?|stood) (here|there)\b/i, say: 'say "is here", or "appears here"' },
  { pattern: /\bjust now\b/i, say: 'say "right now", or leave it out' },
  { pattern: /\bby your word\b/i, say: 'say who confirms' },
  { pattern: /\b(seen|see) to\b(?! it that)/i, say: 'say done or resolved' },
  { pattern: /\banew\b/i, say: 'say again' },
  { pattern: /\b(is|are|was|were|be) told\b/i, say: 'say notified, or say it to the reader' },
  { pattern: /\b(goes|went|go) out\b/i, say: 'say sent' },
  { pattern: /\b(comes|came) (back|in)\b|\bwent back\b/i, say: 'say returned, refunded, received or revenue' },
  { pattern: /\bwaits\b/i, say: 'say pending, or what is needed' },
  { pattern: /\btaken back\b/i, say: 'say undone or withdrawn' },
  { pattern: /\bis like that\b/i, say: 'say matching' },
  { pattern: /\bleans? on\b/i, say: 'say depends on' },
  { pattern: /\b(This|That|It) is no (?!longer)/, say: 'say "is not a …"' },
  { pattern: /\bfor ever\b/i, say: 'say forever, or permanently' },
  { pattern: /\bat the most\b/i, say: 'say up to' },
]

/** Words of the product's past; sample content may use them in their common meaning. */
const words: Pattern[] = [
  {
    pattern: /(?<!(lower-case|upper-case|capital) )\bletters?\b(?!,? (and |or )?(digits|numbers))/i,
    say: 'say newsletter, issue, email or characters',
  },
  { pattern: /(?<!at a )\bdesks?\b/i, say: 'say admin' },
  { pattern: /\bfilms?\b/i, say: 'say video' },
  { pattern: /\bstand-ins?\b/i, say: 'say sandbox, test or fallback' },
  { pattern: /\b(shelf|shelves)\b/i, say: 'say library' },
  { pattern: /\bfingerprints?\b/i, say: 'say hash' },
]

/** Strings that the specification or a law fixes to the letter. */
const fixed = new Set<string>([])

/** Refuses visible strings that do not read like plain English. Scripts and measurements are spared. */
export function checkPlainStrings(strings: VisibleString[]): string[] {
  return strings
    .filter(({ path, text }) => !/^(scripts|bench)\//.test(path) && !fixed.has(text))
    .flatMap(({ path, line, kind, text }) => {
      const sentences = text.split(/(?<=[.!?]) +/)
      const opening = kind === 'content' ? undefined : sentences.find(leavesSubjectOut)
      if (opening) return [`${path}:${line}: '${opening}': ${openings.say}`]
      const patterns = kind === 'content' ? phrases : [...phrases, ...words]
      const found = patterns.flatMap(({ pattern, say }) => {
        const [words] = pattern.exec(text) ?? []
        return words ? [`${path}:${line}: '${words}' in '${text}': ${say}`] : []
      })
      return found.slice(0, 1)
    })
}

function leavesSubjectOut(sentence: string): boolean {
  const isLabel = /^(What|Who)( [^ .!?]+){0,3}$/.test(sentence)
  return openings.pattern.test(sentence) && !isLabel
}
