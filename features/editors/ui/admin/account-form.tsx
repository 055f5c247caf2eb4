import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field, FormError } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { AccountSummary } from '#features/editors/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'

/** Short descriptions of the roles. */
export const roleLabels = [
  ['viewer', 'can read'],
  ['editor', 'can write and send'],
  ['super_admin', 'full access'],
] as const

/** Dialog that creates an account. */
export function AccountForm({ id, onCreated }: { id: string; onCreated(account: AccountSummary): void }) {
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
      const body = Object.fromEntries(new FormData(event.currentTarget))
      const account = await callAdminApi<AccountSummary>('accounts', { method: 'POST', body })
      ;(document.getElementById(id) as HTMLDialogElement | null)?.close()
      onCreated(account)
    } catch (error) {
      setRefusal(adminErrorMessage(error) ?? 'API call failed')
    }
    setIsSending(false)
  }

  return (
    <Dialog
      id={id}
      title="Add account"
      onClose={() => {
        form.current?.reset()
        setRefusal('')
      }}
      actions={
        <>
          <Button type="submit" form={formId} variant="primary" aria-disabled={isSending}>
            {isSending ? 'Adding…' : 'Add account'}
          </Button>
          <DialogClose for={id}>Cancel</DialogClose>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <FormError>{refusal}</FormError>
        <Field label="Account email" name="email" type="email" required maxLength={254} autoComplete="off" />
        <SelectField
          label="Role"
          name="role"
          defaultValue="editor"
          options={roleLabels.map(([value, label]) => [value, `${value}: ${label}`])}
        />
        <Field
          label="Initial password"
          name="password"
          type="password"
          required
          minLength={12}
          maxLength={500}
          autoComplete="new-password"
          hint="At least 12 characters. The new user can change it after signing in."
        />
      </form>
    </Dialog>
  )
}
