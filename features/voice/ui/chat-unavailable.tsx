import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog, openDialog, useCloseOnNavigation } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'
import { widgetFailed } from './call/microphone.ts'

const dialogId = 'voice-panel'

/** Stands in for the panel whose script could not be loaded. A browser remembers that it failed, so the page is loaded again. */
export function ChatUnavailable({ name, asked }: { name: string; asked: number }) {
  useEffect(() => openDialog(dialogId), [asked])
  useCloseOnNavigation(dialogId, useLocation().key)
  return (
    <Dialog
      id={dialogId}
      title={`Talk to ${name}`}
      kicker="AI persona, not a person"
      actions={
        <Button variant="primary" onClick={() => location.reload()}>
          <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
          Try Again
        </Button>
      }
    >
      <FieldError>{widgetFailed}</FieldError>
    </Dialog>
  )
}
