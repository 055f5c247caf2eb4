/*
 * What the desk and the server tell each other of a list that is imported. Pure, so that the page of the desk carries
 * no validator.
 */

/**
 * What a column of a file holds. `status`: words such as `subscribed`, or yes and no to a letter. `left` and
 * `suppressed`: a yes or a moment says that the person unsubscribed, or that the address bounced, complained or was
 * blocked. `unclear`: may be about letters, so every value in it is asked. `ignored` is read for nothing.
 */
export const importFields = [
  'email',
  'first_name',
  'last_name',
  'status',
  'frequency',
  'left',
  'suppressed',
  'unclear',
  'ignored',
] as const
/** One of them. */
export type ImportField = (typeof importFields)[number]

/** What a person of a file is to become. `left_out` never asked for this letter and is not stored. */
export const importStates = ['subscribed', 'pending', 'unsubscribed', 'suppressed', 'left_out'] as const
/** One of them. */
export type ImportState = (typeof importStates)[number]

/** How often a person of a file wants to hear from us; `off` is a goodbye. */
export const importFrequencies = ['weekly', 'monthly', 'off'] as const
/** One of them. */
export type ImportFrequency = (typeof importFrequencies)[number]

/**
 * How the letters of a file may be written, by the names of the encoding standard.
 * @see
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export const importEncodings = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'x-mac-cyrillic',
  'koi8-u',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'utf-16le',
  'utf-16be',
] as const
/** One of them. */
export type ImportEncoding = (typeof importEncodings)[number]

/** Whether an import looks or writes; it is said in `?mode=`, so that nothing is written by a slip. */
export const importModes = ['preview', 'import'] as const
/** One of them. */
export type ImportMode = (typeof importModes)[number]

/** How a file is to be read where the guess fails; sent as JSON in the field `reading` of the form. */
export type ImportReading = {
  /** Of the whole file. */
  encoding?: ImportEncoding
  /** Of every column, by its place. */
  columns?: ImportField[]
  /** What values mean that the site does not know, by the keys of the questions. */
  answers?: Record<string, ImportState | ImportFrequency>
}

/** A column as it is read, with its first values. */
export type ImportColumn = { head: string; field: ImportField; samples: string[] }

/**
 * A value, or a kind of them, whose meaning the site does not know; `meaning` is what the reading says, null while it
 * says nothing.
 */
export type ImportQuestion = {
  /** Names the column and the value, whatever other questions there are. */
  key: string
  /** Of the column. */
  head: string
  field: Extract<ImportField, 'status' | 'frequency' | 'left' | 'suppressed' | 'unclear'>
  /** `rest` stands for all values of a column beyond those that are asked one by one. */
  kind: 'value' | 'empty' | 'date' | 'number' | 'rest'
  /** In lower case, cut; empty unless it is one value. */
  value: string
  lines: number
  meaning: ImportState | ImportFrequency | null
}

/** Names what a question is about, as the desk and messages show it. */
export function questionLabel({ kind, value }: Pick<ImportQuestion, 'kind' | 'value'>): string {
  return { value, empty: '(empty)', date: '(any date)', number: '(any other number)', rest: '(all other values)' }[kind]
}

/**
 * Answer of `POST admin/subscribers/import`, a form with `reading` and the CSV as `file`: what the import did, or with
 * `?mode=preview` would do. Every address is counted once, by what becomes of it; lines that repeat an address count as
 * `known`. Lines are numbered as a spreadsheet does, the head is 1.
 */
export type ImportReport = {
  /** New subscribers; `monthly` of them get the digest. */
  added: number
  monthly: number
  /** Stored as waiting for their confirmation, as they were. */
  pending: number
  /** New here and unsubscribed there: stored so that no later file brings them back. */
  unsubscribed: number
  /** Suppressed by this file. */
  suppressed: number
  /** Suppressed or erased here before: they get nothing, whatever the file says. */
  suppressed_already: number
  /** Never asked for a letter; not stored. */
  left_out: number
  /** Subscribed or waiting here, but the file says no: they get nothing more. */
  stopped: number
  /** Known here, and they keep what they chose. */
  known: number
  /** How many addresses wait for an answer to a question; nothing is imported before. */
  undecided: number
  /** How many lines were refused; the first two hundred of them are told. */
  refused_count: number
  refused: { line: number; value: string; why: string }[]
  /**
   * How the letters of the file were read; `samples` are values with letters beyond a–z. It is `certain` where the file
   * itself says so.
   */
  encoding: { name: ImportEncoding; is_certain: boolean; samples: string[] }
  /** Whether the first line names the columns; otherwise it holds a person. */
  has_head: boolean
  columns: ImportColumn[]
  questions: ImportQuestion[]
}
