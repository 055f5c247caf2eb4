import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { DeskSettings } from '#features/delivery/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'

type Props = { settings: DeskSettings; mayRule: boolean; onSaved(): void }

/** How fast letters leave, when an issue stops by itself, and what is counted. */
export function SendingForm({ settings, mayRule, onSaved }: Props) {
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
      notify('How letters leave is saved.')
      onSaved()
    } catch (error) {
      setRefusal(adminErrorMessage(error) ?? 'API call failed')
    }
    setSaving(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Copies a second at the most"
          name="rate_per_second"
          type="number"
          min={1}
          max={10_000}
          defaultValue={settings.rate_per_second ?? ''}
          readOnly={!mayRule}
          hint="Over all processes. Empty: as configured, or as fast as the relay takes them."
        />
        <Field
          label="Stop after errors in a row"
          name="stop_after_errors"
          type="number"
          required
          min={1}
          max={10_000}
          defaultValue={settings.stop_after_errors}
          readOnly={!mayRule}
          hint="The issue pauses and says why."
        />
      </div>
      <Choice
        name="is_counted"
        label="Count opens and clicks"
        hint="Of issues that begin from now on. Readers can switch it off for themselves."
        isOn={settings.is_counted}
        mayRule={mayRule}
      />
      <Choice
        name="sends_digest"
        label="Send a digest each month"
        hint="On the first Friday, to readers who asked for one letter a month."
        isOn={settings.sends_digest}
        mayRule={mayRule}
      />
      <p role="alert" className="text-small text-loss empty:hidden">
        {refusal}
      </p>
      {mayRule ? (
        <div>
          <Button type="submit" aria-disabled={isSaving}>
            {isSaving ? 'Saving…' : 'Save'}
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
  mayRule,
}: {
  name: string
  label: string
  hint: string
  isOn: boolean
  mayRule: boolean
}) {
  return (
    <label className="flex min-h-11 items-start gap-3">
      <input
        type="checkbox"
        name={name}
        defaultChecked={isOn}
        disabled={!mayRule}
        className="mt-1 size-5 accent-live"
      />
      <span>
        {label}
        <span className="block text-small text-dust">{hint}</span>
      </span>
    </label>
  )
}
