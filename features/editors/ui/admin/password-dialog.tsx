import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field, FormError } from '#ui/field.tsx'
import type { AccountSummary } from '#features/editors/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'

/**
 * Dialog that sets a new password for an account whose user forgot it.
 *
 * @param account The chosen account; undefined before one is chosen.
 */
export function PasswordDialog({
  id,
  account,
  onSaved,
}: {
  id: string
  account: AccountSummary | undefined
  onSaved(account: AccountSummary): void
}) {
  const [refusal, setRefusal] = useState('')
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending || !account) return
    setIsSending(true)
    setRefusal('')
    try {
      const body = Object.fromEntries(new FormData(event.currentTarget))
      await callAdminApi(`accounts/${account.id}`, { method: 'PUT', body })
      ;(document.getElementById(id) as HTMLDialogElement | null)?.close()
      onSaved(account)
    } catch (error) {
      setRefusal(adminErrorMessage(error) ?? 'API call failed')
    }
    setIsSending(false)
  }

  return (
    <Dialog
      id={id}
      title={`Set a new password for ${account?.email ?? ''}`}
      onClose={() => {
        form.current?.reset()
        setRefusal('')
      }}
      actions={
        <>
          <Button type="submit" form={formId} variant="primary" aria-disabled={isSending}>
            {isSending ? 'Saving…' : 'Set password'}
          </Button>
          <DialogClose for={id}>Cancel</DialogClose>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <p className="text-dust">
          They will be signed out everywhere right away.{' '}
          {account?.has_second_step ? 'Their two-step sign-in stays on. ' : ''}Only set a new password if they asked you
          to.
        </p>
        <FormError>{refusal}</FormError>
        <Field
          label="Account password"
          name="password"
          type="password"
          required
          minLength={12}
          maxLength={500}
          autoComplete="new-password"
          hint="At least 12 characters. They can change it after signing in."
        />
      </form>
    </Dialog>
  )
}
