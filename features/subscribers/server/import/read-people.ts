import { createHash } from 'node:crypto'
import { cutText } from '#shared/cut-text.ts'
import { emailAddressSchema, personNameSchema } from '#shared/email-address.ts'
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
  isFigure,
  isNothing,
  plainValue,
  stateOf,
  suppressionReasonOf,
} from './value-meanings.ts'

type Reason = 'bounce' | 'complaint' | 'by-desk'

/** A person of a file, with what the strictest of their lines says. */
export type ImportedPerson = {
  email: string
  firstName: string
  lastName: string
  state: ImportState
  frequency: Exclude<ImportFrequency, 'off'>
  /** Of a suppressed one. */
  reason: Reason
  /** A value of theirs is not known, and nothing else says no. */
  isOpen: boolean
}

/** A column to be read; where it `isCoded`, its numbers are names of states, and a 1 among them is no yes. */
export type ReadColumn = { head: string; fullHead: string; field: ImportField; isCoded: boolean }

type ReadPeople = {
  people: ImportedPerson[]
  repeated: number
  questions: ImportQuestion[]
  refusedCount: number
  refused: { line: number; value: string; why: string }[]
}

const mostTold = 200
const mostQuestions = 40
const longestValue = 60
const strictness: ImportState[] = ['subscribed', 'pending', 'left_out', 'unsubscribed', 'suppressed']
const firmness: Reason[] = ['bounce', 'by-desk', 'complaint']

type Wish = Pick<ImportedPerson, 'state' | 'frequency' | 'reason'>
/** A person before the answers are known; `open` names what is asked of them. */
type Draft = Omit<ImportedPerson, 'isOpen'> & { open: Open[] }
type Open = {
  at: number
  field: ImportQuestion['field']
  kind: ImportQuestion['kind']
  value: string
  name: string
  lines: number
}

/** Reads every line from `firstLine` on, by what its columns hold and what `reading` answers. */
export async function readPeople(
  text: string,
  firstLine: number,
  columns: ReadColumn[],
  reading: ImportReading,
): Promise<ReadPeople> {
  const drafts = new Map<string, Draft>()
  const asked = new Map<string, Open>()
  const found = { repeated: 0, refusedCount: 0, refused: [] as ReadPeople['refused'] }
  const readers = columns.flatMap((column, at) => cellReader(column, at) ?? [])
  for await (const { line, cells } of readRows(text)) {
    if (line < firstLine) continue
    const who = whoOf(cells, columns)
    if (!who.ok) {
      found.refusedCount++
      if (found.refused.length < mostTold) found.refused.push({ line, value: who.value, why: who.why })
      continue
    }
    const draft: Draft = { ...who.person, ...wishOf(cells, readers, asked) }
    const before = drafts.get(draft.email)
    if (before) found.repeated++
    drafts.set(draft.email, before ? stricter(before, draft) : draft)
  }
  const { questions, answerOf } = ask(
    [...asked.values()].filter(({ lines }) => lines > 0),
    columns,
    reading,
  )
  return { ...found, people: [...drafts.values()].map((draft) => decide(draft, answerOf)), questions }
}

type Who =
  | { ok: true; person: Pick<ImportedPerson, 'email' | 'firstName' | 'lastName'> }
  | { ok: false; value: string; why: string }

function whoOf(cells: string[], columns: ReadColumn[]): Who {
  const cell = (wanted: ImportField) => cells[columns.findIndex(({ field }) => field === wanted)] ?? ''
  const value = cutText(cell('email'), 100)
  const refuse = (why: string | undefined): Who => ({ ok: false, value, why: why ?? 'This row cannot be read.' })
  // A file of bytes that are no text, or of half characters, is not guessed at.
  if ((['email', 'first_name', 'last_name'] as const).some((field) => isBroken(cell(field))))
    return refuse('This row contains unreadable characters. Export the list again as UTF-8.')
  const email = emailAddressSchema.safeParse(cell('email'))
  const [firstName, lastName] = [
    personNameSchema.safeParse(cell('first_name')),
    personNameSchema.safeParse(cell('last_name')),
  ]
  const problem = email.error ?? firstName.error ?? lastName.error
  if (problem) return refuse(problem.issues[0]?.message)
  return {
    ok: true,
    person: { email: email.data ?? '', firstName: firstName.data ?? '', lastName: lastName.data ?? '' },
  }
}

const isBroken = (cell: string) => !cell.isWellFormed() || cell.includes('\uFFFD')

const isStricter = (one: ImportState, other: ImportState) => strictness.indexOf(one) > strictness.indexOf(other)
const firmer = (one: Reason, other: Reason) => (firmness.indexOf(other) > firmness.indexOf(one) ? other : one)

type Said = { meaning: ImportState | ImportFrequency; reason: Reason }
/** What a cell says, what it says being unknown as an open question, or nothing. */
type CellReader = { at: number; read(value: string): Said | Omit<Open, 'lines'> | undefined }

function cellReader({ fullHead, field, isCoded }: ReadColumn, at: number): CellReader | undefined {
  const say = (meaning: ImportState | ImportFrequency, words: string): Said => ({
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
      const isGoodbye = ['left', 'suppressed', 'negative'].includes(headerMeaning(fullHead))
      return {
        at,
        read(value) {
          if (isGoodbye && isNothing(value)) return undefined
          const state = unsubscribeAnywhere(value)
          return state === undefined ? open(value) : say(state, value)
        },
      }
    }
    case 'email':
    case 'first_name':
    case 'last_name':
    case 'ignored':
      return undefined
  }
}

/**
 * Values that differ in every line are asked as one: moments and figures where neither has a meaning of its own, and
 * empty cells.
 */
function openOf(at: number, field: ImportQuestion['field'], cell: string): Omit<Open, 'lines'> {
  const isPlain = field === 'status' || field === 'frequency'
  const kind = isEmpty(cell) ? 'empty' : isPlain ? 'value' : isDate(cell) ? 'date' : isFigure(cell) ? 'number' : 'value'
  const value = kind === 'value' ? plainValue(cell) : ''
  return { at, field, kind, value, name: `${at} ${field} ${kind} ${value}` }
}

/**
 * What a line wants, by the strictest of its cells. What is not known is asked only where nothing else in the line says
 * no.
 */
function wishOf(cells: string[], readers: CellReader[], asked: Map<string, Open>): Wish & { open: Open[] } {
  const wish: Wish = { state: 'subscribed', frequency: 'weekly', reason: 'bounce' }
  const open: Open[] = []
  for (const { at, read } of readers) {
    const said = read(cells[at] ?? '')
    if (said === undefined) continue
    if ('meaning' in said) become(wish, said)
    else {
      const known = asked.get(said.name) ?? { ...said, lines: 0 }
      asked.set(said.name, known)
      open.push(known)
    }
  }
  if (isStricter(wish.state, 'left_out')) return { ...wish, open: [] }
  for (const one of open) one.lines++
  return { ...wish, open }
}

function become(wish: Wish, { meaning, reason }: Said): void {
  if (meaning === 'weekly') return
  if (meaning === 'monthly') return void (wish.frequency = meaning)
  const state = meaning === 'off' ? 'unsubscribed' : meaning
  if (state === 'suppressed') wish.reason = wish.state === 'suppressed' ? firmer(wish.reason, reason) : reason
  if (isStricter(state, wish.state)) wish.state = state
}

function stricter(one: Draft, other: Draft): Draft {
  const wish: Wish = { state: one.state, frequency: one.frequency, reason: one.reason }
  become(wish, { meaning: other.state, reason: other.reason })
  become(wish, { meaning: other.frequency, reason: other.reason })
  const isDecided = isStricter(wish.state, 'left_out')
  return {
    ...one,
    ...wish,
    firstName: one.firstName || other.firstName,
    lastName: one.lastName || other.lastName,
    open: isDecided ? [] : [...new Set([...one.open, ...other.open])],
  }
}

function decide({ open, ...draft }: Draft, answerOf: AnswerOf): ImportedPerson {
  const person: ImportedPerson = { ...draft, isOpen: false }
  for (const one of open) {
    const said = answerOf(one)
    if (said === null) person.isOpen = true
    else become(person, said)
  }
  return person
}

type AnswerOf = (open: Open) => Said | null

/** Those in most lines first; what is beyond a few stands together, column by column. */
function ask(
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
    const isTold = place < mostQuestions
    const key = keyOf(isTold ? open.name : `${open.at} ${open.field} rest`)
    keys.set(open, key)
    const known = questions.get(key)
    if (known) known.lines += open.lines
    else {
      const { at, field, kind, value, lines } = open
      const shown = cutText(value.normalize('NFC'), longestValue, '…')
      const what = isTold ? { kind, value: shown } : { kind: 'rest' as const, value: '' }
      questions.set(key, { key, head: columns[at]!.head, field, ...what, lines, meaning: meaningOf(key, field) })
    }
  }
  return {
    questions: [...questions.values()],
    answerOf(open) {
      const meaning = meaningOf(keys.get(open)!, open.field)
      if (meaning === null) return null
      const reason = suppressionReasonOf(`${columns[open.at]!.fullHead} ${open.value}`)
      // The desk says so here, and not somebody who complained.
      return { meaning, reason: reason === 'complaint' ? 'by-desk' : reason }
    },
  }
}

type ReadingAnswers = Pick<ImportReading, 'answers'>

/** A value may be longer than an address line takes, so its question goes by a short name. */
const keyOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16)
