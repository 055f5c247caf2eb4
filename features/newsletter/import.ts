/*
 * What the desk and the server tell each other of a list that is imported. Pure, so that the page of the desk carries no validator.
 */

/**
 * What a column of a file holds. `status`: words such as `subscribed`, or yes and no to a letter. `left` and `suppressed`: anything in them but a no
 * says that the person unsubscribed, or that the address bounced, complained or was blocked. `ignored` is read for nothing.
 */
export const importFields = ['email', 'first_name', 'last_name', 'status', 'frequency', 'left', 'suppressed', 'ignored'] as const
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

/** How a file is to be read where the guess fails; sent as JSON in `?reading=`. */
export type ImportReading = {
  /** Of every column, by its place. */
  columns?: ImportField[]
  /** What values mean that the site does not know, by the value in lower case; `*` stands for all others. */
  status?: Record<string, ImportState>
  frequency?: Record<string, ImportFrequency>
}

/** A column as it is read, with its first values. */
export type ImportColumn = { head: string; field: ImportField; samples: string[] }

/** A value whose meaning the site does not know; `meaning` is what the reading says, null while it says nothing. */
export type ImportQuestion = {
  field: 'status' | 'frequency'
  /** In lower case; empty for empty cells, `*` for all values beyond those listed. */
  value: string
  lines: number
  meaning: ImportState | ImportFrequency | null
}

/**
 * Answer of `POST admin/subscribers/import` with a CSV as `text/csv`: what the import did, or with `?dry=1` would do. Every address is counted once,
 * by what becomes of it; lines that repeat an address count as `known`. Lines are numbered as a spreadsheet does, the head is 1.
 */
export type ImportReport = {
  /** New subscribers; `monthly` of them get the digest. */
  added: number
  monthly: number
  /** Stored as waiting for their confirmation, as they were. */
  pending: number
  /** New here and unsubscribed there: stored so that no later file brings them back. */
  unsubscribed: number
  /** Suppressed or erased here, or suppressed there: they get nothing. */
  suppressed: number
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
  /** Whether the first line names the columns; otherwise it holds a person. */
  has_head: boolean
  columns: ImportColumn[]
  questions: ImportQuestion[]
}
