import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import type { IssueLine } from '#features/issues/contract.ts'
import { subscribersInWords } from './list-words.ts'

type AskToSendProps = { name: string; issue: IssueLine; why: string; send(): Promise<boolean> }

/** A button that sends at once, whatever the day; asks first, and says to how many. @param why Stands before what can be taken back. */
export function AskToSend({ name, issue: { title, subscriber_count: count }, why, send }: AskToSendProps) {
  const id = `send-${useId()}`
  return (
    <>
      <DialogTrigger for={id} aria-label={`${name}: ${title}`} className="px-4 py-2">
        {name}
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
        <p className="measure">{why} For 60 seconds it can still be taken back; after that it is being sent.</p>
      </Dialog>
    </>
  )
}
