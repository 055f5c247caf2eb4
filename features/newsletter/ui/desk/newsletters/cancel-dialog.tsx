import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import type { IssueLine } from '#features/newsletter/desk.ts'
import { counted } from './list-words.ts'

/** Ends a send for good; asked first, because it cannot be taken back. */
export function CancelDialog({ issue: { title, progress }, cancel }: { issue: IssueLine; cancel(): Promise<boolean> }) {
  const id = `cancel-${useId()}`
  return (
    <>
      <DialogTrigger for={id} aria-label={`Cancel: ${title}`} className="px-4 py-2">
        Cancel
      </DialogTrigger>
      <Dialog
        id={id}
        kicker={title}
        title="Cancel this send?"
        actions={
          <>
            <Button
              variant="primary"
              onClick={(event) => {
                event.currentTarget.closest('dialog')?.close()
                void cancel()
              }}
            >
              Cancel the send
            </Button>
            <DialogClose for={id}>Keep sending</DialogClose>
          </>
        }
      >
        <p className="measure">
          {`${counted(progress?.waiting ?? 0)} copies that have not left yet never will. What was sent stays sent. This cannot be taken back; to stop for a while, pause it.`}
        </p>
      </Dialog>
    </>
  )
}
