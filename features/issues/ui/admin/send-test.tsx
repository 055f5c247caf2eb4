import { useState } from 'react'
import { Button, ButtonReason } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { IssueDetail } from '#features/issues/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'

type Props = { issue: IssueDetail; isChanged: boolean; onSave: () => Promise<boolean> }

/** Sends a test email of the saved issue to one mailbox. */
export function TestSend({ issue, isChanged, onSave }: Props) {
  const admin = useAdmin()
  const [to, setTo] = useState(admin.me.email)
  const [isBusy, setBusy] = useState(false)
  const hasAddress = to.trim() !== ''

  async function send() {
    setBusy(true)
    try {
      if (isChanged && !(await onSave())) return
      const { message } = await callAdminApi<{ message: string }>(`newsletters/${issue.id}/test`, {
        method: 'POST',
        body: { to },
      })
      admin.notify(message)
    } catch (error) {
      admin.notify(adminErrorMessage(error) ?? '', 'refused')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        className="flex-1 basis-64"
        label="Send a test to"
        type="email"
        required
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button
        type="submit"
        className="min-h-12"
        disabled={isBusy || !hasAddress}
        aria-describedby={hasAddress ? undefined : 'send-test-reason'}
      >
        {isBusy ? 'Sending…' : isChanged ? 'Save and send test' : 'Send test'}
      </Button>
      {hasAddress ? null : (
        <ButtonReason id="send-test-reason" className="basis-full">
          Enter an email address first.
        </ButtonReason>
      )}
    </form>
  )
}
