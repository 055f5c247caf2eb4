import { useEffect, useState, type RefObject } from 'react'
import type { EntryField } from '#shared/entry-fields.ts'
import { type EntryValues, readEntry } from './fields/entry-form.ts'

const pauseMs = 400

/**
 * Stores unsaved form values in this window's session storage, so that an expired session or a lost connection loses
 * nothing.
 *
 * @param stored Values on the server; unsaved changes are offered only if they differ.
 * @param isSaved True right after a save, which discards the unsaved changes.
 */
export function useUnsavedChanges(options: {
  name: string
  form: RefObject<HTMLFormElement | null>
  fields: readonly EntryField[]
  stored: EntryValues
  isSaved: boolean
}): { unsaved: EntryValues | undefined; discard(): void } {
  const { name, form, fields, stored, isSaved } = options
  const [unsaved, setUnsaved] = useState<EntryValues>()
  const key = `swade-admin:${name}`
  const known = JSON.stringify(stored)

  useEffect(() => {
    if (isSaved) sessionStorage.removeItem(key)
    const found = isSaved ? null : sessionStorage.getItem(key)
    setUnsaved(found && found !== known ? (JSON.parse(found) as EntryValues) : undefined)
    // Read once, when the page opens; later changes are already on the screen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])

  useEffect(() => {
    if (isSaved) {
      sessionStorage.removeItem(key)
      setUnsaved(undefined)
    }
  }, [isSaved, key, known])

  useEffect(() => {
    const element = form.current
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const store = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => sessionStorage.setItem(key, JSON.stringify(readEntry(fields, new FormData(element)))),
        pauseMs,
      )
    }
    element.addEventListener('input', store)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('input', store)
    }
  }, [form, fields, key])

  return {
    unsaved,
    discard() {
      sessionStorage.removeItem(key)
      setUnsaved(undefined)
    },
  }
}
