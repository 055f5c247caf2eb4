import type { z } from 'zod'
import type { EntryField, EntryProblem } from '#shared/entry-fields.ts'
import type { Services } from '#shared/services.ts'

/** Content type that can be edited in the admin, defined by the feature that owns its entries. */
export type EditableKind = {
  /** Name in the table of edits, such as `artist`. */
  kind: string
  /** Labels in the admin: `Artist`, `Artists`. */
  singular: string
  plural: string
  /** Form fields that `entryFields` creates from the schema. */
  fields: readonly EntryField[]
  schema: z.ZodType
  /** Property with the key, which never changes; undefined if the key is not part of the entry. */
  keyProperty: string | undefined
  /** Lists the entries in effect, in the order of the site. */
  list(): { key: string; name: string; entry: unknown }[]
  /** Returns the entry of the files, or the empty one of a {@link place}. */
  original(key: string): unknown
  /** `artwork` if entries are places with generated artwork, which no file describes. */
  place?: 'artwork'
  /**
   * Finds problems that the schema cannot check: references to other entries and files. The entry matches the schema.
   *
   * @param isStored Returns whether storage has a file with this key.
   */
  problems(entry: unknown, isStored: (key: string) => Promise<boolean>): Promise<EntryProblem[]> | EntryProblem[]
  /** Lists the pages that show an entry, the most complete one first, with the id of its section as the fragment. */
  pages(key: string): readonly { path: string; label: string }[]
  /** Returns the feature's services as if this entry were published, for a preview. The entry matches the schema. */
  over(entry: unknown): Partial<Services>
  /**
   * Present if entries can be added: what the name decides for good, the key for a name, and the initial values.
   */
  adding?: { nameHint: string; keyOf(name: string): string; blank(name: string): Record<string, unknown> }
}
