import type { ImportField } from '#features/subscribers/import.ts'
import {
  firstNameHeaders,
  frequencyHeaders,
  headerMeaning,
  type HeaderMeaning,
  isEmailHeader,
  lastNameHeaders,
  normalizeHeader,
} from './column-headers.ts'
import { isAnswer, isEmpty, isFigure, isState, isStateWord, isDistinctiveStateWord } from './value-meanings.ts'

/**
 * What is known of a column before it is read.
 *
 * @property head Empty where the file names no columns.
 * @property addresses How many of its cells hold an address.
 * @property values Its different values, the first ones where there are many.
 */
export type ColumnSummary = { head: string; addresses: number; values: ReadonlySet<string> }

/**
 * What each column holds, by its head, and where that says nothing by what stands in it. A column that may say no is
 * never ignored: where neither tells what it says, it is `unclear`, and its values are asked.
 *
 * @returns One field a column; without `email` among them no column holds an address.
 */
export function guessColumns(columns: readonly ColumnSummary[]): ImportField[] {
  const heads = columns.map(({ head }) => normalizeHeader(head))
  const fields: (ImportField | undefined)[] = columns.map(() => undefined)
  const take = (at: number, field: ImportField) => {
    if (at >= 0) fields[at] ??= field
  }
  take(emailColumn(columns), 'email')
  for (const [field, all] of [
    ['last_name', lastNameHeaders],
    ['first_name', firstNameHeaders],
  ] as const) {
    const isFree = (at: number) => fields[at] === undefined
    const names = all.find((one) => heads.some((head, at) => isFree(at) && one.has(head)))
    take(names ? heads.findIndex((head, at) => isFree(at) && names.has(head)) : -1, field)
  }
  take(
    heads.findIndex((head) => frequencyHeaders.has(head)),
    'frequency',
  )
  const meanings = columns.map(({ head }) => headerMeaning(head))
  const hasProof = meanings.includes('proof')
  return columns.map((look, at) => fields[at] ?? stateField(meanings[at]!, look, hasProof))
}

/** The first that is called so and holds addresses, else the one with the most. */
function emailColumn(columns: readonly ColumnSummary[]): number {
  const called = columns.findIndex(({ head, addresses }) => isEmailHeader(head) && addresses > 0)
  if (called >= 0) return called
  const most = Math.max(0, ...columns.map(({ addresses }) => addresses))
  return most > 0
    ? columns.findIndex(({ addresses }) => addresses === most)
    : columns.findIndex(({ head }) => isEmailHeader(head))
}

const isLink = (value: string) => /^https?:/i.test(value.trim())

function stateField(meaning: HeaderMeaning, { head, values }: ColumnSummary, hasProof: boolean): ImportField {
  const said = [...values].filter((value) => !isEmpty(value))
  const askIf = (isAsked: boolean) => (isAsked ? 'unclear' : 'ignored')
  switch (meaning) {
    case 'left':
    case 'suppressed':
    case 'negative':
      if (said.length > 0 && said.every(isLink)) return 'ignored'
      return meaning === 'negative' ? askIf(said.length > 0) : meaning
    case 'status':
    case 'proof':
      return 'status'
    case 'asked-for':
      // Who was brought in by hand has confirmed without ever having asked.
      return hasProof ? 'ignored' : 'status'
    case 'open-flag':
      return said.some(isState) ? 'status' : askIf(said.length > 0)
    case 'open-word':
      return said.some(isStateWord) ? 'status' : 'ignored'
    case 'frequency':
    case 'consent':
      return askIf(said.length > 0)
    case 'furniture':
    case 'consent-remark':
    case 'may-consent':
      return askIf(said.some((value) => isAnswer(value) || isDistinctiveStateWord(value) || isStateWord(value)))
    case 'engagement':
    case 'negated':
      return askIf(said.some((value) => isWordAnswer(value) || isDistinctiveStateWord(value)))
    case 'other-channel':
    case 'money':
      return 'ignored'
    case 'unknown':
      if (said.some(isDistinctiveStateWord)) return 'status'
      // Where no column has a name, a yes and a no may be about letters.
      return askIf(head === '' && said.length > 0 && said.every((value) => isWordAnswer(value) || isStateWord(value)))
  }
}

/** A yes or a no in letters. */
const isWordAnswer = (value: string) => isAnswer(value) && !/\d/.test(value) && !isFigure(value)
