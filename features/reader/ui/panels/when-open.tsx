import { Suspense, useEffect } from 'react'
import { useReader } from '../reader-context.tsx'
import { loadAllParts, NotesAttendant } from './lazy-parts.ts'

/** The first thing somebody does in an open book, such as going on to a page, has the line and the machine to itself, in milliseconds. */
const afterOpeningMs = 1000

/** Comes once there are pages to mark. */
export function NotesWhenOpen() {
  const isOpen = useReader((state) => state.loadedPages > 0)
  // Whoever presses / and types on must not lose letters to a part that is still on its way.
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => loadAllParts().catch(() => undefined), afterOpeningMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  return <Suspense>{isOpen ? <NotesAttendant /> : null}</Suspense>
}
