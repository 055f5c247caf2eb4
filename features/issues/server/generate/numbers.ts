const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
/** `one`, `first` and `second` are left out, because they are often used without counting. */
const words = new Map<string, number>([
  ...ones.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, index) => [word, 20 + 10 * index] as const),
  ...'third fourth fifth sixth seventh eighth ninth tenth'.split(' ').map((word, index) => [word, 3 + index] as const),
  ['hundred', 100],
  ['hundreds', 100],
  ['thousand', 1_000],
  ['thousands', 1_000],
  ['million', 1e6],
  ['millions', 1e6],
  ['billion', 1e9],
  ['billions', 1e9],
  ['trillion', 1e12],
  ['dozen', 12],
  ['dozens', 12],
  ['half', 0.5],
  ['quarter', 0.25],
  ['quarters', 0.25],
  ['twice', 2],
  ['double', 2],
  ['doubled', 2],
  ['thrice', 3],
  ['triple', 3],
  ['tripled', 3],
  ['percent', 0.01],
])
words.delete('one')

const pattern = new RegExp(
  String.raw`([$€£])?\s?(\p{Nd}[\p{Nd}.,]*)\s?(%|percent\b)?|\b(?:(${tens.split(' ').join('|')})[-\s](${ones.split(' ').slice(1, 10).join('|')})|(${[...words.keys()].join('|')}))\b`,
  'giu',
)

/**
 * Returns the numbers in a text, in digits or words: `1,247` and `1247` are the same, `50%` and `50` are not, `$9.99`
 * is a price. Digits of other scripts count too.
 */
export function numbersIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, currency, digits, percent, ten, one, word] of text.normalize('NFKC').matchAll(pattern)) {
    if (digits) found.add(`${currency ?? ''}${plain(digits)}${percent ? '%' : ''}`)
    else if (ten && one) found.add(String(words.get(ten.toLowerCase())! + ones.split(' ').indexOf(one.toLowerCase())))
    else if (word) found.add(String(words.get(word.toLowerCase())))
  }
  return found
}

/** Returns whether `known` contains a number, as it is or without its unit sign. */
export function isSupported(number: string, known: ReadonlySet<string>): boolean {
  if (known.has(number)) return true
  return /^[\d.]+$/.test(number) && [...known].some((one) => one.replace(/[$€£%]/g, '') === number)
}

function plain(digits: string): string {
  const bare = digits.replace(/[.,]+$/, '').replaceAll(/,(?=\d{3}(\D|$))/g, '')
  return /^\d+(\.\d+)?$/.test(bare) ? String(Number(bare)) : bare
}
