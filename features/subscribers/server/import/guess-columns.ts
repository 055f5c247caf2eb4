import type { ImportField } from '#features/subscribers/import.ts'
import {
  firstNameHeaders,
  frequencyHeaders,
  headerMeaning,
  type HeaderMeaning,
  isEmailHeader,
  lastNameHeaders,
  nameHeaders,
  normalizeHeader,
} from './column-headers.ts'
import { isAnswer, isEmpty, isNumber, isState, isStateWord, isDistinctiveStateWord } from './value-meanings.ts'

/**
 * Summary of a column before its meaning is known.
 *
 * @property head Header; empty if the file has none.
 * @property addresses Number of cells with an address.
 * @property values First distinct values.
 */
export type ColumnSummary = { head: string; addresses: number; values: ReadonlySet<string> }

/**
 * Guesses the meaning of each column by its header, otherwise by its values. A column that may contain a no is never
 * ignored: if its meaning is unknown, it is `unclear`, and the admin is asked about its values.
 *
 * @returns One field per column; without `email` if no column contains addresses.
 */
export function guessColumns(columns: readonly ColumnSummary[]): ImportField[] {
  const heads = columns.map(({ head }) => normalizeHeader(head))
  const fields: (ImportField | undefined)[] = columns.map(() => undefined)
  const assign = (at: number, field: ImportField) => {
    if (at >= 0) fields[at] ??= field
  }
  assign(emailColumn(columns), 'email')
  const assignName = (field: ImportField, all: readonly ReadonlySet<string>[]) => {
    const isFree = (at: number) => fields[at] === undefined
    const names = all.find((one) => heads.some((head, at) => isFree(at) && one.has(head)))
    assign(names ? heads.findIndex((head, at) => isFree(at) && names.has(head)) : -1, field)
  }
  assignName('last_name', lastNameHeaders)
  assignName('first_name', firstNameHeaders)
  // Next to first names, a name may be a full name or a last name, so that nothing is guessed.
  if (!fields.includes('first_name')) assignName(fields.includes('last_name') ? 'first_name' : 'full_name', nameHeaders)
  assign(
    heads.findIndex((head) => frequencyHeaders.has(head)),
    'frequency',
  )
  const meanings = columns.map(({ head }) => headerMeaning(head))
  const hasProof = meanings.includes('proof')
  return columns.map((column, at) => fields[at] ?? stateField(meanings[at]!, column, hasProof))
}

/** Returns the first column with an email header and addresses, otherwise the one with the most addresses. */
function emailColumn(columns: readonly ColumnSummary[]): number {
  const named = columns.findIndex(({ head, addresses }) => isEmailHeader(head) && addresses > 0)
  if (named >= 0) return named
  const max = Math.max(0, ...columns.map(({ addresses }) => addresses))
  return max > 0
    ? columns.findIndex(({ addresses }) => addresses === max)
    : columns.findIndex(({ head }) => isEmailHeader(head))
}

const isLink = (value: string) => /^https?:/i.test(value.trim())

function stateField(meaning: HeaderMeaning, { head, values }: ColumnSummary, hasProof: boolean): ImportField {
  const filled = [...values].filter((value) => !isEmpty(value))
  const unclearIf = (isUnclear: boolean) => (isUnclear ? 'unclear' : 'ignored')
  switch (meaning) {
    case 'left':
    case 'suppressed':
    case 'negative':
      if (filled.length > 0 && filled.every(isLink)) return 'ignored'
      return meaning === 'negative' ? unclearIf(filled.length > 0) : meaning
    case 'status':
    case 'proof':
      return 'status'
    case 'asked-for':
      // People who were added manually have a confirmation without an opt-in date.
      return hasProof ? 'ignored' : 'status'
    case 'open-flag':
      return filled.some(isState) ? 'status' : unclearIf(filled.length > 0)
    case 'open-word':
      return filled.some(isStateWord) ? 'status' : 'ignored'
    case 'frequency':
    case 'consent':
      return unclearIf(filled.length > 0)
    case 'technical':
    case 'consent-remark':
    case 'may-consent':
      return unclearIf(filled.some((value) => isAnswer(value) || isDistinctiveStateWord(value) || isStateWord(value)))
    case 'engagement':
    case 'negated':
      return unclearIf(filled.some((value) => isWordAnswer(value) || isDistinctiveStateWord(value)))
    case 'other-channel':
    case 'money':
      return 'ignored'
    case 'unknown':
      if (filled.some(isDistinctiveStateWord)) return 'status'
      // Without headers, a yes or no may be about newsletters.
      return unclearIf(
        head === '' && filled.length > 0 && filled.every((value) => isWordAnswer(value) || isStateWord(value)),
      )
  }
}

/** Returns whether a value is a yes or no in letters. */
const isWordAnswer = (value: string) => isAnswer(value) && !/\d/.test(value) && !isNumber(value)
