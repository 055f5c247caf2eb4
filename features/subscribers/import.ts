/*
 * Types of the subscriber import, shared by the admin and the server. They contain no schemas, so that the page loads
 * no validator.
 */

/**
 * Meanings of a column. `status`: values such as `subscribed`, or yes and no to the newsletter. `left` and
 * `suppressed`: a yes or a date means that the person unsubscribed, or that the address bounced, complained or was
 * blocked. `full_name`: a name such as `Ada King` or `King, Ada May` is split, any other is stored as the first name.
 * `unclear`: may be about newsletters, so the admin is asked about each value. `ignored`: not imported.
 */
export const importFields = [
  'email',
  'first_name',
  'last_name',
  'full_name',
  'status',
  'frequency',
  'left',
  'suppressed',
  'unclear',
  'ignored',
] as const
/** Meaning of a column. */
export type ImportField = (typeof importFields)[number]

/** Statuses that a row can result in. `left_out`: the person never signed up for this newsletter and is not stored. */
export const importStates = ['subscribed', 'pending', 'unsubscribed', 'suppressed', 'left_out'] as const
/** Status that a row results in. */
export type ImportState = (typeof importStates)[number]

/** Frequencies in a file; `off` means unsubscribed. */
export const importFrequencies = ['weekly', 'monthly', 'off'] as const
/** Frequency in a file. */
export type ImportFrequency = (typeof importFrequencies)[number]

/**
 * Supported character encodings, by their names in the encoding standard.
 *
 * @see https://encoding.spec.whatwg.org/#names-and-labels
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
/** Character encoding of a file. */
export type ImportEncoding = (typeof importEncodings)[number]

/** Modes of an import, named in `?mode=` so that nothing is written by mistake. */
export const importModes = ['preview', 'import'] as const
/** Mode of an import. */
export type ImportMode = (typeof importModes)[number]

/** Settings that override the detection, sent as JSON in the form field `reading`. */
export type ImportReading = {
  /** Encoding of the whole file. */
  encoding?: ImportEncoding
  /** Meaning of every column, by position. */
  columns?: ImportField[]
  /** Meanings of unknown values, by the keys of the questions. */
  answers?: Record<string, ImportState | ImportFrequency>
}

/** Column with its meaning and first values. */
export type ImportColumn = { head: string; field: ImportField; samples: string[] }

/** Value, or kind of values, with an unknown meaning. `meaning` is the answer so far; null without one. */
export type ImportQuestion = {
  /** Identifies the column and the value independently of other questions. */
  key: string
  /** Header of the column. */
  head: string
  field: Extract<ImportField, 'status' | 'frequency' | 'left' | 'suppressed' | 'unclear'>
  /** `rest`: all values of a column that have no question of their own. */
  kind: 'value' | 'empty' | 'date' | 'number' | 'rest'
  /** Value in lower case, shortened; empty unless `kind` is `value`. */
  value: string
  lines: number
  meaning: ImportState | ImportFrequency | null
}

/** Returns the label of a question for the admin and for messages. */
export function questionLabel({ kind, value }: Pick<ImportQuestion, 'kind' | 'value'>): string {
  return { value, empty: '(empty)', date: '(any date)', number: '(any other number)', rest: '(all other values)' }[kind]
}

/**
 * Reply of `POST admin/subscribers/import`, a form with `reading` and the CSV as `file`: the result of the import, or
 * with `?mode=preview` the expected result. Every address counts once, by its outcome; rows that repeat an address
 * count as `known`. Rows are numbered as in a spreadsheet, starting with 1 for the header.
 */
export type ImportReport = {
  /** New subscribers; `monthly` of them get the monthly digest. */
  added: number
  monthly: number
  /** Stored as pending confirmation, as in the file. */
  pending: number
  /** Unknown here and unsubscribed in the file: stored so that no later file subscribes them. */
  unsubscribed: number
  /** Suppressed by this file. */
  suppressed: number
  /** Already suppressed or erased here: never subscribed, whatever the file contains. */
  suppressed_already: number
  /** Never signed up for the newsletter; not stored. */
  left_out: number
  /** Subscribed or pending here, but unsubscribed in the file: unsubscribed. */
  stopped: number
  /** Known here; their choices are unchanged. */
  known: number
  /** Addresses that depend on an unanswered question; nothing can be imported before. */
  undecided: number
  /** Number of rejected rows; `refused` contains the first two hundred. */
  refused_count: number
  refused: { line: number; value: string; why: string }[]
  /**
   * Encoding of the file. `samples` are values with non-ASCII letters. It is certain if the file itself specifies it.
   */
  encoding: { name: ImportEncoding; is_certain: boolean; samples: string[] }
  /** True when the first row contains column names; otherwise it is a person. */
  has_head: boolean
  columns: ImportColumn[]
  questions: ImportQuestion[]
}
