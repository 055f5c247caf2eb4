import { createHash } from 'node:crypto'
import { cutText } from '#shared/cut-text.ts'
import { personNameSchema, visitorEmailSchema } from '#shared/email-address.ts'
import {
  type ImportField,
  importFrequencies,
  type ImportFrequency,
  type ImportQuestion,
  type ImportReading,
  importStates,
  type ImportState,
} from '#features/subscribers/import.ts'
import { headerMeaning } from './column-headers.ts'
import { readRows } from './read-rows.ts'
import {
  frequencyOf,
  unsubscribeAnywhere,
  endingOf,
  isDate,
  isEmpty,
  isNumber,
  isNothing,
  plainValue,
  stateOf,
  suppressionReasonOf,
} from './value-meanings.ts'

type Reason = 'bounce' | 'complaint' | 'by-admin'

/** Person in a file, with the strictest status of their rows. */
export type ImportedPerson = {
  email: string
  firstName: string
  lastName: string
  state: ImportState
  frequency: Exclude<ImportFrequency, 'off'>
  /** Reason, if suppressed. */
  reason: Reason
  /** True if a value is unknown and no other value means no. */
  isOpen: boolean
}

/** Column to read. `isCoded` if its numbers are codes of statuses, so that a 1 is not a yes. */
export type ReadColumn = { head: string; fullHead: string; field: ImportField; isCoded: boolean }

type ReadPeople = {
  people: ImportedPerson[]
  repeated: number
  questions: ImportQuestion[]
  refusedCount: number
  refused: { line: number; value: string; why: string }[]
}

const maxRejected = 200
const maxQuestions = 40
const maxValueLength = 60
const strictness: ImportState[] = ['subscribed', 'pending', 'left_out', 'unsubscribed', 'suppressed']
const reasonPriority: Reason[] = ['bounce', 'by-admin', 'complaint']

type Intent = Pick<ImportedPerson, 'state' | 'frequency' | 'reason'>
/** Person before the questions are answered; `open` are their unanswered values. */
type Draft = Omit<ImportedPerson, 'isOpen'> & { open: Open[] }
type Open = {
  at: number
  field: ImportQuestion['field']
  kind: ImportQuestion['kind']
  value: string
  name: string
  lines: number
}

/** Reads all rows from `firstLine` by the meanings of the columns and the answers in `reading`. */
export async function readPeople(
  text: string,
  firstLine: number,
  columns: ReadColumn[],
  reading: ImportReading,
): Promise<ReadPeople> {
  const drafts = new Map<string, Draft>()
  const openQuestions = new Map<string, Open>()
  const found = { repeated: 0, refusedCount: 0, refused: [] as ReadPeople['refused'] }
  const readers = columns.flatMap((column, at) => cellReader(column, at) ?? [])
  for await (const { line, cells } of readRows(text)) {
    if (line < firstLine) continue
    const identity = identityOf(cells, columns)
    if (!identity.ok) {
      found.refusedCount++
      if (found.refused.length < maxRejected) found.refused.push({ line, value: identity.value, why: identity.why })
      continue
    }
    const draft: Draft = { ...identity.person, ...intentOf(cells, readers, openQuestions) }
    const before = drafts.get(draft.email)
    if (before) found.repeated++
    drafts.set(draft.email, before ? stricter(before, draft) : draft)
  }
  const { questions, answerOf } = createQuestions(
    [...openQuestions.values()].filter(({ lines }) => lines > 0),
    columns,
    reading,
  )
  return { ...found, people: [...drafts.values()].map((draft) => decide(draft, answerOf)), questions }
}

/** Reasons to reject the address in a row, by the keys with which the schema asks a visitor to correct it. */
const addressProblems: Record<string, string> = {
  'site.input.emailMissing': 'No email address in this row.',
  'site.input.emailInvalid': 'This email address is not valid.',
  'site.input.emailTooLong': 'This email address is too long.',
}

type Identity =
  | { ok: true; person: Pick<ImportedPerson, 'email' | 'firstName' | 'lastName'> }
  | { ok: false; value: string; why: string }

function identityOf(cells: string[], columns: ReadColumn[]): Identity {
  const cell = (wanted: ImportField) => cells[columns.findIndex(({ field }) => field === wanted)] ?? ''
  const value = cutText(cell('email'), 100)
  const reject = (why: string | undefined): Identity => ({ ok: false, value, why: why ?? 'This row cannot be read.' })
  // A row with invalid characters is rejected instead of guessed.
  if ((['email', 'first_name', 'last_name', 'full_name'] as const).some((field) => isBroken(cell(field))))
    return reject('This row contains unreadable characters. Export the list again as UTF-8.')
  const email = visitorEmailSchema.safeParse(cell('email'))
  const full = splitName(cell('full_name'))
  const [firstName, lastName] = [
    personNameSchema.safeParse(cell('first_name') || full.firstName),
    personNameSchema.safeParse(cell('last_name') || full.lastName),
  ]
  if (email.error) return reject(addressProblems[email.error.issues[0]?.message ?? ''])
  const problem = firstName.error ?? lastName.error
  if (problem) return reject(problem.issues[0]?.message)
  return {
    ok: true,
    person: { email: email.data ?? '', firstName: firstName.data ?? '', lastName: lastName.data ?? '' },
  }
}

/** Generations and academic titles after a comma, which are not first names. */
const nameSuffix = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|dr|esq|mba|[mb]sc)\.?$/i

/**
 * Splits a name such as `Ada King`, `King, Ada` or `King, Ada May`. Any other one stays a first name, because it is
 * unknown where its last name begins.
 */
function splitName(cell: string): { firstName: string; lastName: string } {
  const name = cell.trim()
  const parts = name.split(',').map((part) => part.trim())
  if (parts.length === 2) {
    const [lastName = '', firstName = ''] = parts
    if (lastName && firstName && !nameSuffix.test(firstName)) return { firstName, lastName }
  }
  const [, firstName, lastName] = /^(\S*[^\s.,])\s+([^\s,]+)$/.exec(name) ?? []
  if (firstName && lastName) return { firstName, lastName }
  return { firstName: name, lastName: '' }
}

const isBroken = (cell: string) => !cell.isWellFormed() || cell.includes('\uFFFD')

const isStricter = (one: ImportState, other: ImportState) => strictness.indexOf(one) > strictness.indexOf(other)
const firmer = (one: Reason, other: Reason) =>
  reasonPriority.indexOf(other) > reasonPriority.indexOf(one) ? other : one

type CellMeaning = { meaning: ImportState | ImportFrequency; reason: Reason }
/** Reads a cell: its meaning, an open question for an unknown value, or undefined. */
type CellReader = { at: number; read(value: string): CellMeaning | Omit<Open, 'lines'> | undefined }

function cellReader({ fullHead, field, isCoded }: ReadColumn, at: number): CellReader | undefined {
  const say = (meaning: ImportState | ImportFrequency, words: string): CellMeaning => ({
    meaning,
    reason: suppressionReasonOf(words),
  })
  const open = (value: string) => openOf(at, field as ImportQuestion['field'], value)
  switch (field) {
    case 'status':
      return {
        at,
        read(value) {
          const state = isCoded && /^[\d.,]+$/.test(value.trim()) && !isDate(value) ? undefined : stateOf(value)
          return state === undefined ? open(value) : say(state, value)
        },
      }
    case 'frequency':
      return {
        at,
        read(value) {
          const frequency = frequencyOf(value)
          return frequency === undefined ? open(value) : say(frequency, value)
        },
      }
    case 'left':
    case 'suppressed':
      return {
        at,
        read(value) {
          const state = endingOf(field, value)
          return state === undefined
            ? open(value)
            : state === 'nothing'
              ? undefined
              : say(state, `${fullHead} ${value}`)
        },
      }
    case 'unclear': {
      const isUnsubscribeColumn = ['left', 'suppressed', 'negative'].includes(headerMeaning(fullHead))
      return {
        at,
        read(value) {
          if (isUnsubscribeColumn && isNothing(value)) return undefined
          const state = unsubscribeAnywhere(value)
          return state === undefined ? open(value) : say(state, value)
        },
      }
    }
    case 'email':
    case 'first_name':
    case 'last_name':
    case 'full_name':
    case 'ignored':
      return undefined
  }
}

/**
 * Creates an open question. Values that differ in every row share one: dates and numbers without a meaning of their
 * own, and empty cells.
 */
function openOf(at: number, field: ImportQuestion['field'], cell: string): Omit<Open, 'lines'> {
  const isPlain = field === 'status' || field === 'frequency'
  const kind = isEmpty(cell) ? 'empty' : isPlain ? 'value' : isDate(cell) ? 'date' : isNumber(cell) ? 'number' : 'value'
  const value = kind === 'value' ? plainValue(cell) : ''
  return { at, field, kind, value, name: `${at} ${field} ${kind} ${value}` }
}

/** Returns the strictest intent of a row. Unknown values are only asked about if no other value in the row means no. */
function intentOf(cells: string[], readers: CellReader[], openQuestions: Map<string, Open>): Intent & { open: Open[] } {
  const intent: Intent = { state: 'subscribed', frequency: 'weekly', reason: 'bounce' }
  const open: Open[] = []
  for (const { at, read } of readers) {
    const result = read(cells[at] ?? '')
    if (result === undefined) continue
    if ('meaning' in result) applyMeaning(intent, result)
    else {
      const known = openQuestions.get(result.name) ?? { ...result, lines: 0 }
      openQuestions.set(result.name, known)
      open.push(known)
    }
  }
  if (isStricter(intent.state, 'left_out')) return { ...intent, open: [] }
  for (const one of open) one.lines++
  return { ...intent, open }
}

function applyMeaning(intent: Intent, { meaning, reason }: CellMeaning): void {
  if (meaning === 'weekly') return
  if (meaning === 'monthly') return void (intent.frequency = meaning)
  const state = meaning === 'off' ? 'unsubscribed' : meaning
  if (state === 'suppressed') intent.reason = intent.state === 'suppressed' ? firmer(intent.reason, reason) : reason
  if (isStricter(state, intent.state)) intent.state = state
}

function stricter(one: Draft, other: Draft): Draft {
  const intent: Intent = { state: one.state, frequency: one.frequency, reason: one.reason }
  applyMeaning(intent, { meaning: other.state, reason: other.reason })
  applyMeaning(intent, { meaning: other.frequency, reason: other.reason })
  const isDecided = isStricter(intent.state, 'left_out')
  return {
    ...one,
    ...intent,
    firstName: one.firstName || other.firstName,
    lastName: one.lastName || other.lastName,
    open: isDecided ? [] : [...new Set([...one.open, ...other.open])],
  }
}

function decide({ open, ...draft }: Draft, answerOf: AnswerOf): ImportedPerson {
  const person: ImportedPerson = { ...draft, isOpen: false }
  for (const one of open) {
    const answer = answerOf(one)
    if (answer === null) person.isOpen = true
    else applyMeaning(person, answer)
  }
  return person
}

type AnswerOf = (open: Open) => CellMeaning | null

/** Creates the questions, most frequent values first. Values beyond the limit share one question per column. */
function createQuestions(
  all: Open[],
  columns: ReadColumn[],
  { answers = {} }: ReadingAnswers,
): { questions: ImportQuestion[]; answerOf: AnswerOf } {
  const meaningOf = (key: string, field: ImportQuestion['field']) => {
    const meaning = Object.hasOwn(answers, key) ? answers[key]! : null
    const possible: readonly string[] = field === 'frequency' ? importFrequencies : importStates
    return meaning !== null && possible.includes(meaning) ? meaning : null
  }
  const ordered = all.toSorted((one, other) => other.lines - one.lines)
  const keys = new Map<Open, string>()
  const questions = new Map<string, ImportQuestion>()
  for (const [place, open] of ordered.entries()) {
    const isListed = place < maxQuestions
    const key = keyOf(isListed ? open.name : `${open.at} ${open.field} rest`)
    keys.set(open, key)
    const known = questions.get(key)
    if (known) known.lines += open.lines
    else {
      const { at, field, kind, value, lines } = open
      const shown = cutText(value.normalize('NFC'), maxValueLength, '…')
      const what = isListed ? { kind, value: shown } : { kind: 'rest' as const, value: '' }
      questions.set(key, { key, head: columns[at]!.head, field, ...what, lines, meaning: meaningOf(key, field) })
    }
  }
  return {
    questions: [...questions.values()],
    answerOf(open) {
      const meaning = meaningOf(keys.get(open)!, open.field)
      if (meaning === null) return null
      const reason = suppressionReasonOf(`${columns[open.at]!.fullHead} ${open.value}`)
      // The answer comes from the admin, not from a complaint of the person.
      return { meaning, reason: reason === 'complaint' ? 'by-admin' : reason }
    },
  }
}

type ReadingAnswers = Pick<ImportReading, 'answers'>

/** Values may be long, so a question is identified by a hash. */
const keyOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16)
