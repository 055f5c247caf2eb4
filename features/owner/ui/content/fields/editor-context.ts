import { createContext, useContext } from 'react'
import type { EntryField } from '#shared/entry-fields.ts'

/** State of the form that its fields share. */
export type EditorState = {
  /** Error messages by field path. */
  problems: Readonly<Record<string, string>>
  /** Base URL for file uploads; undefined if the entry has none. */
  uploadBase: string | undefined
  /** The entry being edited; undefined outside of an editor. */
  entry?: { kind: string; key: string; fields: readonly EntryField[] }
}

export const EditorContext = createContext<EditorState>({ problems: {}, uploadBase: undefined })

export function useEditor(): EditorState {
  return useContext(EditorContext)
}
