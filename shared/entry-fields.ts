/*
 * Plain descriptions of what an entry of the catalogue holds, for a form that edits it. They hold no schema, and so may
 * travel to a browser. `platform/content-edits/entry-fields.ts` makes them of a contract's schema and the metadata it
 * carries.
 */

declare module 'zod' {
  interface GlobalMeta {
    /** What the form calls a property. */
    label?: string
    hint?: string
    /** What the form calls one of several. */
    itemLabel?: string
    /** How a property is filled in where its schema alone does not say it. */
    form?: 'paragraphs' | 'link' | 'hue' | 'icon' | Omit<FileField, keyof Common> | Omit<ReadField, keyof Common>
    /** Name of the words to choose from, which are known when the site runs: ids of other entries. */
    choices?: string
  }
}

type Common = {
  /** The property of the entry. */
  name: string
  label: string
  hint?: string
  /** May be left empty; the property is then left out of the entry. */
  isOptional?: true
}

/** Words: one line, or paragraphs separated by empty lines. */
export type TextField = Common & { kind: 'line' | 'paragraphs'; longest?: number }
/** An `https:` address, or nothing. */
export type LinkField = Common & { kind: 'link' }
/** A whole number; `hue` is an angle in degrees, set with a slider. */
export type NumberField = Common & { kind: 'number' | 'hue'; least: number; most: number }
/** A day, `YYYY-MM-DD`. */
export type DateField = Common & { kind: 'date' }
/** Yes or no. */
export type SwitchField = Common & { kind: 'switch' }
/** One of a few; `icon` shows the picture of each. */
export type ChoiceField = Common & { kind: 'choice' | 'icon'; options: readonly string[] }
/**
 * A file that was sent here; `upload` names what it is to the server, and `others` the properties that are read from
 * the file beside its name.
 */
export type FileField = Common & { kind: 'file'; upload: string; accept: string; sizeHint: string; mayBeLink?: true }
/** A figure read from a file, shown and sent along but not typed. */
export type ReadField = Common & { kind: 'read'; unit: string }
/** Several lines of words, or of choices, in an order. */
export type LinesField = Common & {
  kind: 'lines'
  each: 'line' | 'paragraphs'
  itemLabel: string
  least: number
  most: number
  longest?: number
  options?: readonly string[]
}
/** Fields that belong together. */
export type GroupField = Common & { kind: 'group'; fields: readonly EntryField[] }
/** Several groups of the same fields, in an order. */
export type ListField = Common & {
  kind: 'list'
  itemLabel: string
  least: number
  most: number
  fields: readonly EntryField[]
}

/** One thing to fill in. */
export type EntryField =
  | TextField
  | LinkField
  | NumberField
  | DateField
  | SwitchField
  | ChoiceField
  | FileField
  | ReadField
  | LinesField
  | GroupField
  | ListField

/**
 * What is wrong with one field; `path` is its place in the entry, joined by dots: `videos.0.title`. Empty for the whole
 * entry.
 */
export type EntryProblem = { path: string; message: string }
