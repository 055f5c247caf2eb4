import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { Dialog, openDialog, useCloseOnNavigation } from '#ui/dialog.tsx'
import { SubmissionForm } from './submission-form.tsx'

const dialogId = 'submit-music'

/** The form in a dialog over the current page. Closing it keeps all entries for the next time. */
export function SubmitDialog({ openCount }: { openCount: number }) {
  const t = useTranslations('submissions.form')
  useCloseOnNavigation(dialogId, useLocation().key)
  const [closed, setClosed] = useState(0)
  // The dialog must be open before an element in it takes the focus.
  useLayoutEffect(() => openDialog(dialogId), [openCount])
  return (
    <Dialog id={dialogId} kicker={t('kicker')} title={t('title')} onClose={() => setClosed(openCount)}>
      <SubmissionForm
        isShown={closed !== openCount}
        onDone={() => (document.getElementById(dialogId) as HTMLDialogElement | null)?.close()}
      />
    </Dialog>
  )
}
