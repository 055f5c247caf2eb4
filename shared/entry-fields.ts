/*
 * Serializable form descriptions of catalogue entries. `platform/content-edits/entry-fields.ts` creates them from the
 * schema of a contract and its metadata.
 */

declare module 'zod' {
  interface GlobalMeta {
    /** Label of a property in the form. */
    label?: string
    hint?: string
    /** Label of a list item in the form. */
    itemLabel?: string
    /** Present on a list whose items can take the place of a group of the same entry. */
    promotion?: Promotion
    /** Input type of a property where its schema does not determine it. */
    form?:
      | 'paragraphs'
      | 'link'
      | 'hue'
      | 'icon'
      | 'color'
      | 'art-direction'
      | Omit<FileField, keyof Common>
      | Omit<ReadField, keyof Common>
    /** Name of a dynamic list of choices, such as ids of other entries. */
    choices?: string
    /** Labels of all options; without them, the options are shown as they are stored. */
    optionLabels?: Readonly<Record<string, string>>
  }
}

type Common = {
  /** Property name of the entry. */
  name: string
  label: string
  hint?: string
  /** True if it may be empty; the property is then omitted. */
  isOptional?: true
}

/** A color, `#rrggbb`. */
export type ColorField = Common & { kind: 'color' }
/** Text: one line, or paragraphs separated by empty lines. */
type TextField = Common & { kind: 'line' | 'paragraphs'; longest?: number }
/** An `https:` URL, or empty. */
type LinkField = Common & { kind: 'link' }
/** An integer; `hue` is an angle in degrees, set with a slider. */
type NumberField = Common & { kind: 'number' | 'hue'; min: number; max: number }
/** A day, `YYYY-MM-DD`. */
type DateField = Common & { kind: 'date' }
/** Yes or no. */
type SwitchField = Common & { kind: 'switch' }
/** Labels of options that are not shown as they are, such as the names of entries by their ids. */
type OptionLabels = { optionLabels?: Readonly<Record<string, string>> }
/** A choice; `icon` shows an icon for each option. */
type ChoiceField = Common & OptionLabels & { kind: 'choice' | 'icon'; options: readonly string[] }
/** An uploaded file; `upload` identifies its type for the server. */
export type FileField = Common & { kind: 'file'; upload: string; accept: string; sizeHint: string; mayBeLink?: true }
/** A read-only number taken from a file. */
type ReadField = Common & { kind: 'read'; unit: string }
/** An ordered list of texts or choices. */
export type LinesField = Common &
  OptionLabels & {
    kind: 'lines'
    each: 'line' | 'paragraphs'
    itemLabel: string
    min: number
    max: number
    longest?: number
    options?: readonly string[]
  }
/** A group of fields; an art direction is shown with a preview. */
type GroupField = Common & { kind: 'group'; fields: readonly EntryField[]; isArtDirection?: true }
/**
 * An action that puts an item of a list into a group of the entry. What the group contained becomes the first item.
 * `to` is the name of the group, `label` the text of the button, `done` the sentence that is announced.
 */
export type Promotion = { to: string; label: string; done: string }
/** An ordered list of groups with the same fields. */
export type ListField = Common & {
  kind: 'list'
  itemLabel: string
  min: number
  max: number
  fields: readonly EntryField[]
  promotion?: Promotion
}

/** A form field. */
export type EntryField =
  | TextField
  | LinkField
  | ColorField
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
 * A validation error of a field; `path` is its path in the entry, such as `videos.0.title`, or empty for the whole
 * entry.
 */
export type EntryProblem = { path: string; message: string }
