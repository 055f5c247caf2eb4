import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ButtonAnchor } from '#ui/button.tsx'
import { Dialog, openDialog, useCloseOnNavigation } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'

const dialogId = 'submit-music'

/** Stands in for the form whose script could not be loaded: the page of its own needs none. */
export function FormUnavailable({ asked }: { asked: number }) {
  useEffect(() => openDialog(dialogId), [asked])
  useCloseOnNavigation(dialogId, useLocation().key)
  return (
    <Dialog
      id={dialogId}
      kicker="Swade Radio"
      title="Submit your music"
      actions={
        <ButtonAnchor href="/submit" variant="primary">
          Open the page of the form
        </ButtonAnchor>
      }
    >
      <FieldError>The form did not arrive. Check your connection, then open it on a page of its own.</FieldError>
    </Dialog>
  )
}
