import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { SendingSettingsView } from '#features/delivery/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'

type Props = { settings: SendingSettingsView; canConfigure: boolean; onSaved(): void }

/** Labels of the fields, by their names in the API. */
const fieldLabels = {
  rate_per_second: 'Maximum emails per second',
  stop_after_errors: 'Pause after consecutive errors',
}

/** Names the fields of a message of the API by their labels. */
export function withLabels(message: string): string {
  return Object.entries(fieldLabels).reduce((text, [name, label]) => text.replaceAll(name, `“${label}”`), message)
}

/** Form for the sending rate, the error limit, tracking and the digest. */
export function SendingForm({ settings, canConfigure, onSaved }: Props) {
  const { notify } = useAdmin()
  const [refusal, setRefusal] = useState('')
  const [isSaving, setSaving] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSaving) return
    const form = new FormData(event.currentTarget)
    const rate = String(form.get('rate_per_second') ?? '').trim()
    setSaving(true)
    setRefusal('')
    try {
      await callAdminApi('settings', {
        method: 'PUT',
        body: {
          rate_per_second: rate === '' ? null : Number(rate),
          stop_after_errors: Number(form.get('stop_after_errors')),
          is_counted: form.has('is_counted'),
          sends_digest: form.has('sends_digest'),
        },
      })
      notify('Sending settings saved.')
      onSaved()
    } catch (error) {
      setRefusal(withLabels(adminErrorMessage(error) ?? 'API call failed'))
    }
    setSaving(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={fieldLabels.rate_per_second}
          name="rate_per_second"
          type="number"
          min={1}
          max={10_000}
          defaultValue={settings.rate_per_second ?? ''}
          readOnly={!canConfigure}
          hint="Limit for the whole site. Leave empty for the server’s default (unlimited unless the server sets a limit)."
        />
        <Field
          label={fieldLabels.stop_after_errors}
          name="stop_after_errors"
          type="number"
          required
          min={1}
          max={10_000}
          defaultValue={settings.stop_after_errors}
          readOnly={!canConfigure}
          hint="After this many errors in a row, sending of the issue is paused and the reason is shown."
        />
      </div>
      <Choice
        name="is_counted"
        label="Track opens and clicks"
        hint="Applies to newsletters sent from now on. Subscribers can turn tracking off for themselves."
        isOn={settings.is_counted}
        canConfigure={canConfigure}
      />
      <Choice
        name="sends_digest"
        label="Send a monthly digest"
        hint="Sent on the first Friday of the month to subscribers who chose the monthly digest."
        isOn={settings.sends_digest}
        canConfigure={canConfigure}
      />
      <p role="alert" className="text-small text-loss empty:hidden">
        {refusal}
      </p>
      {canConfigure ? (
        <div>
          <Button type="submit" aria-disabled={isSaving}>
            {isSaving ? 'Saving…' : 'Save settings'}
          </Button>
        </div>
      ) : (
        <p className="text-small text-dust">Only a super admin can change these settings.</p>
      )}
    </form>
  )
}

function Choice({
  name,
  label,
  hint,
  isOn,
  canConfigure,
}: {
  name: string
  label: string
  hint: string
  isOn: boolean
  canConfigure: boolean
}) {
  return (
    <label className="flex min-h-11 items-start gap-3">
      <input
        type="checkbox"
        name={name}
        defaultChecked={isOn}
        disabled={!canConfigure}
        className="mt-1 size-5 accent-live"
      />
      <span>
        {label}
        <span className="block text-small text-dust">{hint}</span>
      </span>
    </label>
  )
}
