import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import type { IssueLine } from '#features/newsletter/desk.ts'
import { subscribersInWords } from './list-words.ts'

/** Sends a draft without waiting for Friday; says first to how many. */
export function SendDraftNow({ issue: { title, subscriber_count: count }, send }: { issue: IssueLine; send(): Promise<boolean> }) {
  const id = `send-${useId()}`
  return (
    <>
      <DialogTrigger for={id} aria-label={`Send now: ${title}`} className="px-4 py-2">
        Send now
      </DialogTrigger>
      <Dialog
        id={id}
        kicker={title}
        title={`Send to ${subscribersInWords(count)} now?`}
        actions={
          <>
            <Button
              variant="primary"
              onClick={(event) => {
                event.currentTarget.closest('dialog')?.close()
                void send()
              }}
            >
              Send now
            </Button>
            <DialogClose for={id}>Not now</DialogClose>
          </>
        }
      >
        <p className="measure">It does not wait for Friday. For 60 seconds it can still be taken back; after that it is being sent.</p>
      </Dialog>
    </>
  )
}
