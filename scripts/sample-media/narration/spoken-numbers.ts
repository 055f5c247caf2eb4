const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES: [number, string][] = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
  [100, 'hundred'],
]
const IRREGULAR_ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** 372 → “three hundred seventy-two”. Whole numbers from 0 to below a trillion. */
export function cardinal(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 1e12)
    throw new RangeError(`no words for the number ${value}`)
  for (const [size, name] of SCALES) {
    if (value < size) continue
    const rest = value % size
    return `${cardinal(Math.floor(value / size))} ${name}${rest > 0 ? ` ${cardinal(rest)}` : ''}`
  }
  if (value < 20) return ONES[value]!
  return TENS[Math.floor(value / 10)]! + (value % 10 > 0 ? `-${ONES[value % 10]}` : '')
}

/** 42 → “forty-second”. */
export function ordinal(value: number): string {
  const words = cardinal(value)
  const last = /[a-z]+$/.exec(words)![0]
  const stem = words.slice(0, words.length - last.length)
  return stem + (IRREGULAR_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`))
}

/** 1983 → “nineteen eighty-three”, 2005 → “two thousand five”. */
export function year(value: number): string {
  const century = Math.floor(value / 100)
  const rest = value % 100
  if (century % 10 === 0 && rest < 10) return cardinal(value)
  if (rest === 0) return `${cardinal(century)} hundred`
  return `${cardinal(century)} ${rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest)}`
}

/** Digits as written, “1,000”, “44.1” or “007”, to words; what stands after the point is read digit by digit. */
export function numeral(digits: string): string {
  const [whole = '', fraction] = digits.replaceAll(',', '').split('.')
  const words = cardinal(Number(whole))
  return fraction ? `${words} point ${[...fraction].map((digit) => ONES[Number(digit)]).join(' ')}` : words
}

/** 3 and 22 → “three twenty-two”, 1 and 5 → “one oh five”, 2 and 0 → “two minutes”, 0 and 12 → “twelve seconds”. */
export function position(minutes: number, seconds: number): string {
  if (minutes === 0) return seconds === 0 ? 'zero' : `${cardinal(seconds)} ${seconds === 1 ? 'second' : 'seconds'}`
  if (seconds === 0) return `${cardinal(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`
  return `${cardinal(minutes)} ${seconds < 10 ? 'oh ' : ''}${cardinal(seconds)}`
}

/** 14 and 10 → “two ten in the afternoon”. */
export function timeOfDay(hours: number, minutes: number): string {
  const part = hours < 12 ? 'in the morning' : hours < 18 ? 'in the afternoon' : 'in the evening'
  const past = minutes === 0 ? '' : ` ${minutes < 10 ? 'oh ' : ''}${cardinal(minutes)}`
  return `${cardinal(hours % 12 || 12)}${past} ${part}`
}
