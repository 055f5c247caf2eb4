import { createContext, useContext } from 'react'

/** What every field of an editor needs to know of the form around it. */
export type EditorState = {
  /** What is wrong, by the path of the field. */
  problems: Readonly<Record<string, string>>
  /** Where files of this entry are sent; undefined where none can be. */
  uploadBase: string | undefined
}

export const EditorContext = createContext<EditorState>({ problems: {}, uploadBase: undefined })

export function useEditor(): EditorState {
  return useContext(EditorContext)
}
