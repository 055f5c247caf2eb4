import { useEffect, useState, type RefObject } from 'react'
import type { EntryField } from '#shared/entry-fields.ts'
import { type EntryValues, readEntry } from './entry-form.ts'

const pauseMs = 400

/**
 * Keeps what is typed in this window's storage until it is saved, so that a session that ended, a closed lid or a lost
 * line takes nothing away.
 *
 * @param stored What the server knows; what was kept is offered only where it says something else.
 * @param isSaved True right after a save: what was kept is then forgotten.
 * @returns What was kept, and the way to forget it.
 */
export function useUnsavedChanges(options: {
  name: string
  form: RefObject<HTMLFormElement | null>
  fields: readonly EntryField[]
  stored: EntryValues
  isSaved: boolean
}): { kept: EntryValues | undefined; forget(): void } {
  const { name, form, fields, stored, isSaved } = options
  const [kept, setKept] = useState<EntryValues>()
  const key = `swade-admin:${name}`
  const known = JSON.stringify(stored)

  useEffect(() => {
    if (isSaved) sessionStorage.removeItem(key)
    const found = isSaved ? null : sessionStorage.getItem(key)
    setKept(found && found !== known ? (JSON.parse(found) as EntryValues) : undefined)
    // Looked at once, when the page opens; what is typed from then on is on the screen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])

  useEffect(() => {
    if (isSaved) {
      sessionStorage.removeItem(key)
      setKept(undefined)
    }
  }, [isSaved, key, known])

  useEffect(() => {
    const element = form.current
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => sessionStorage.setItem(key, JSON.stringify(readEntry(fields, new FormData(element)))),
        pauseMs,
      )
    }
    element.addEventListener('input', keep)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('input', keep)
    }
  }, [form, fields, key])

  return {
    kept,
    forget() {
      sessionStorage.removeItem(key)
      setKept(undefined)
    },
  }
}
