import { useEffect, useRef, useState, type RefObject } from 'react'
import type { EntryField } from '#shared/entry-fields.ts'
import { type EntryValues, readEntry, tidyEntry } from './fields/entry-form.ts'

const pauseMs = 400

/**
 * Stores unsaved form values in this window's session storage, so that an expired session or a lost connection loses
 * nothing.
 *
 * @param stored Values on the server; unsaved changes are offered only if they differ.
 * @param isSaved True if the address names a save; only a change of it or of `stored` discards the unsaved changes.
 */
export function useUnsavedChanges(options: {
  name: string
  form: RefObject<HTMLFormElement | null>
  fields: readonly EntryField[]
  stored: EntryValues
  isSaved: boolean
}): { unsaved: EntryValues | undefined; hide(): void; discard(): void; store(values: EntryValues): void } {
  const { name, form, fields, stored, isSaved } = options
  const [unsaved, setUnsaved] = useState<EntryValues>()
  const key = `swade-admin:${name}`
  const known = JSON.stringify(tidyEntry(fields, stored))

  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestFields = useRef(fields)
  useEffect(() => {
    latestFields.current = fields
  }, [fields])

  useEffect(() => {
    const found = sessionStorage.getItem(key)
    const values = found ? (JSON.parse(found) as EntryValues) : undefined
    setUnsaved(values && JSON.stringify(tidyEntry(fields, values)) !== known ? values : undefined)
    // Read once, when the page opens; later changes are already on the screen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])

  // A page that opens with the address of an earlier save, after a reload or a new sign-in, has saved nothing now.
  const last = useRef({ isSaved, known })
  useEffect(() => {
    const isNew = isSaved !== last.current.isSaved || known !== last.current.known
    last.current = { isSaved, known }
    if (!isSaved || !isNew) return
    clearTimeout(pending.current)
    pending.current = undefined
    sessionStorage.removeItem(key)
    setUnsaved(undefined)
  }, [isSaved, key, known])

  useEffect(() => {
    const element = form.current
    if (!element) return undefined
    const store = () => {
      pending.current = undefined
      sessionStorage.setItem(key, JSON.stringify(readEntry(latestFields.current, new FormData(element))))
    }
    const storeSoon = (event: Event) => {
      // The choice of a file changes no value before its upload has succeeded.
      if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
      clearTimeout(pending.current)
      pending.current = setTimeout(store, pauseMs)
    }
    const storePending = () => {
      if (pending.current === undefined) return
      clearTimeout(pending.current)
      store()
    }
    element.addEventListener('input', storeSoon)
    addEventListener('pagehide', storePending)
    return () => {
      storePending()
      element.removeEventListener('input', storeSoon)
      removeEventListener('pagehide', storePending)
    }
  }, [form, key])

  return {
    unsaved,
    hide: () => setUnsaved(undefined),
    store: (values) => sessionStorage.setItem(key, JSON.stringify(values)),
    discard() {
      sessionStorage.removeItem(key)
      setUnsaved(undefined)
    },
  }
}
