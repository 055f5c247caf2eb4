import type { z } from 'zod'
import type { EntryField, EntryProblem } from '#shared/entry-fields.ts'
import type { Services } from '#shared/services.ts'

/** One kind of catalogue entry as an editor sees it; made by the room whose entries they are. */
export type EditableKind = {
  /** The name in the table of edits, such as `artist`. */
  kind: string
  /** What the desk calls one, and several of them: `Artist`, `Artists`. */
  singular: string
  plural: string
  /** What `entryFields` makes of the schema. */
  fields: readonly EntryField[]
  schema: z.ZodType
  /** The property that is the key, which never changes; undefined where the key is none of the entry's words. */
  keyProperty: string | undefined
  /** Entries in effect, in the order they are shown. */
  list(): { key: string; name: string; entry: unknown }[]
  /** What the files say. */
  original(key: string): unknown
  /**
   * What the schema cannot know: other entries and files that this one names. The entry fits the schema.
   *
   * @param isStored Whether storage has a file of this key.
   */
  problems(entry: unknown, isStored: (key: string) => Promise<boolean>): Promise<EntryProblem[]> | EntryProblem[]
  /**
   * Where an entry is seen, the page that shows most of it first; paths of the site, with the id of the passage it
   * stands in.
   */
  pages(key: string): readonly { path: string; label: string }[]
  /** The room's services as they would be with this entry: for a preview. The entry fits the schema. */
  over(entry: unknown): Partial<Services>
  /** Present where entries come and go: the key for a name, and what a new one starts with. */
  adding?: { keyOf(name: string): string; blank(name: string): Record<string, unknown> }
}
