import { Suspense, useEffect } from 'react'
import { useReader } from '../reader-context.tsx'
import { loadAllParts, NotesAttendant } from './lazy-parts.ts'

/** Comes once there are pages to mark. */
export function NotesWhenOpen() {
  const isOpen = useReader((state) => state.loadedPages > 0)
  // Whoever presses / and types on must not lose letters to a part that is still on its way.
  useEffect(() => {
    if (isOpen) loadAllParts().catch(() => undefined)
  }, [isOpen])
  return <Suspense>{isOpen ? <NotesAttendant /> : null}</Suspense>
}
