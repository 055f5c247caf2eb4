import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
import { adminErrorMessage } from '#ui/admin/call-admin-api.ts'

/**
 * Dialog with a form about an account. It closes when the form was accepted, and shows the reason when it was refused.
 *
 * @param send Sends the fields of the form; rejects when they are refused.
 * @param onAccepted Called with the result of `send` after the dialog has closed.
 * @param intro Text above the error message.
 */
export function AccountDialog<Result>({
  id,
  title,
  action,
  send,
  onAccepted,
  intro,
  children,
}: {
  id: string
  title: string
  action: { label: string; pending: string }
  send(fields: Record<string, FormDataEntryValue>): Promise<Result>
  onAccepted(result: Result): void
  intro?: ReactNode
  children: ReactNode
}) {
  const [refusal, setRefusal] = useState('')
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    setIsSending(true)
    setRefusal('')
    try {
      const result = await send(Object.fromEntries(new FormData(event.currentTarget)))
      ;(document.getElementById(id) as HTMLDialogElement | null)?.close()
      onAccepted(result)
    } catch (error) {
      setRefusal(adminErrorMessage(error) ?? 'API call failed')
    }
    setIsSending(false)
  }

  return (
    <Dialog
      id={id}
      title={title}
      onClose={() => {
        form.current?.reset()
        setRefusal('')
      }}
      actions={
        <>
          <Button type="submit" form={formId} variant="primary" aria-disabled={isSending}>
            {isSending ? action.pending : action.label}
          </Button>
          <DialogClose for={id}>Cancel</DialogClose>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {intro}
        <FormError>{refusal}</FormError>
        {children}
      </form>
    </Dialog>
  )
}
