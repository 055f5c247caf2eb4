import { useState } from 'react'
import { Button, ButtonReason } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { IssueDetail } from '#features/issues/contract.ts'
import { callDesk, deskRefusal } from '#ui/desk/call-desk.ts'
import { useDesk } from '#ui/desk/desk-context.ts'

type Props = { issue: IssueDetail; isChanged: boolean; onSave: () => Promise<boolean> }

/** Sends what is saved to one mailbox. */
export function TestSend({ issue, isChanged, onSave }: Props) {
  const desk = useDesk()
  const [to, setTo] = useState(desk.me.email)
  const [isBusy, setBusy] = useState(false)
  const hasAddress = to.trim() !== ''

  async function send() {
    setBusy(true)
    try {
      if (isChanged && !(await onSave())) return
      const { message } = await callDesk<{ message: string }>(`newsletters/${issue.id}/test`, {
        method: 'POST',
        body: { to },
      })
      desk.tell(message)
    } catch (error) {
      desk.tell(deskRefusal(error) ?? '', 'refused')
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
