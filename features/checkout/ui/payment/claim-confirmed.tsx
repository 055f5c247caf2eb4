import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { Access } from '../access.ts'
import { cashAppDialogId } from './cash-app-dialog.tsx'
import { isFocusLost } from '#ui/is-focus-lost.ts'

/** A line above the radio bar, for who looks at the page while the owner confirms a Cash App payment. The dialog, when open, says it itself. */
export function ClaimConfirmed({ book, access }: { book: { id: string; title: string }; access: Access }) {
  const awaited = useRef<string>(undefined)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (access?.claim) awaited.current = access.claim.code
    if (access?.access !== 'owned' || awaited.current === undefined) return
    const isConfirmed = access.order?.code === awaited.current
    awaited.current = undefined
    // What held the focus is gone with the box it stood in.
    if (isFocusLost()) document.getElementById('owned-heading')?.focus({ preventScroll: true })
    setShown(isConfirmed && !document.querySelector(`#${cashAppDialogId}[open]`))
  }, [access])

  return (
    <div
      role="status"
      data-print="hide"
      className="fixed inset-x-4 bottom-[calc(var(--bar-height)+1rem)] z-30 flex flex-wrap items-center gap-4 border border-live bg-plate-raised p-4 pr-16 empty:hidden sm:right-auto sm:max-w-lg"
    >
      {isShown ? (
        <>
          <p className="text-small">We have found your Cash App payment. {book.title} is open in this browser.</p>
          <ButtonLink variant="primary" to={`/book/${book.id}/read`}>
            Read now
          </ButtonLink>
          <Button aria-label="Dismiss" onClick={() => setShown(false)} className="!absolute top-2 right-2 size-11 !p-0">
            <X size={18} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </>
      ) : null}
    </div>
  )
}
