import { type SubmitEvent, useState } from 'react'
import { useSubmit } from 'react-router'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { createPasskey, usePasskeyAddressProblem, usePasskeySupport } from '#ui/passkey.ts'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { Timestamp } from '#ui/timestamp.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { useSending } from '#ui/use-sending.ts'
import { useOwnOutcome } from './own-outcome.ts'
import type { PasskeySummary } from '#features/owner/passkeys.ts'

const columns: DataColumn<PasskeySummary>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ name, isBackedUp }) => (
      <>
        {name}
        {isBackedUp ? <span className="label ml-2 text-dust">Synced</span> : null}
      </>
    ),
  },
  { key: 'added', header: 'Added', isNumeric: true, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    key: 'used',
    header: 'Last used',
    isNumeric: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Timestamp at={lastUsedAt} /> : 'Never'),
  },
  { key: 'actions', header: 'Actions', isUnlabelled: true, cell: (passkey) => <PasskeyActions passkey={passkey} /> },
]

/** Passkeys of the owner, with forms to add, rename and remove them. */
export function PasskeysSection({ passkeys }: { passkeys: PasskeySummary[] }) {
  return (
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      lead="Sign in with the screen lock of your device instead of an emailed code. The emailed code keeps working. You get an email when a passkey is added, removed or used."
    >
      <DataTable
        caption="Passkeys"
        columns={columns}
        rows={passkeys}
        rowKey={({ id }) => id}
        empty={<p className="text-small text-dust">You have no passkeys yet.</p>}
      />
      <AddPasskey key={passkeys.length} />
    </SettingsSection>
  )
}

function PasskeyActions({ passkey: { id, name } }: { passkey: PasskeySummary }) {
  return (
    <details>
      <summary className="label flex min-h-11 w-fit cursor-pointer items-center px-1 text-sand underline underline-offset-4 -outline-offset-2 hover:text-live">
        Edit<span className="sr-only"> {name}</span>
      </summary>
      <PostForm className="flex flex-col gap-3 px-1 py-3">
        <input type="hidden" name="id" value={id} />
        <Field label={`New name of ${name}`} name="name" defaultValue={name} required maxLength={60} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="act" value="rename-passkey">
            Rename
          </SubmitButton>
          <SubmitButton name="act" value="remove-passkey" formNoValidate>
            Remove<span className="sr-only"> {name}</span>
          </SubmitButton>
        </div>
      </PostForm>
    </details>
  )
}

function AddPasskey() {
  const isSupported = usePasskeySupport()
  const addressProblem = usePasskeyAddressProblem()
  const submit = useSubmit()
  const { outcome: refusal, show: showRefusal } = useOwnOutcome<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { isSending } = useSending()

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || isSending) return
    const name = String(new FormData(event.currentTarget).get('name'))
    setIsBusy(true)
    showRefusal(undefined)
    const result = await requestPasskey()
    setIsBusy(false)
    if (!result.ok) return showRefusal(result.message)
    await submit(
      { act: 'add-passkey', name, response: JSON.stringify(result.response) },
      { method: 'post', preventScrollReset: true },
    )
  }

  if (addressProblem) return <p className="text-small text-dust">{addressProblem}</p>
  if (isSupported === false)
    return (
      <p className="text-small text-dust">This browser doesn’t support passkeys. Open this page in another browser.</p>
    )
  return (
    <>
      <p className="hidden text-small text-dust noscript:block">Adding a passkey needs JavaScript.</p>
      <form
        onSubmit={(event) => void add(event)}
        aria-label="Add a passkey"
        aria-busy={isBusy}
        className="flex max-w-xl flex-col gap-4 noscript:hidden"
      >
        <div role="alert" className="empty:hidden">
          {refusal ? <FieldError>{refusal}</FieldError> : null}
        </div>
        <Field
          label="Name of the new passkey"
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          hint="A name to recognize it by, such as Laptop or Phone."
        />
        <div>
          <Button type="submit" aria-disabled={isBusy || isSending}>
            {isBusy ? 'Waiting for the passkey…' : 'Add a passkey'}
          </Button>
        </div>
      </form>
    </>
  )
}

/** Requests options from the server and a passkey from the browser. */
async function requestPasskey(): ReturnType<typeof createPasskey> {
  const response = await fetch('/api/owner/passkeys/challenges', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  const reply = (await response?.json().catch(() => undefined)) as
    | { options?: Parameters<typeof createPasskey>[0]; detail?: string }
    | undefined
  if (!reply?.options) return { ok: false, message: reply?.detail ?? 'The site did not respond. Try again.' }
  return createPasskey(reply.options)
}

/** New recovery codes, which are shown once, below the message that confirms them. */
export function NewRecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="mt-4 flex flex-col gap-3 border border-groove bg-plate-raised p-4">
      <p className="text-small">Save these codes where only you can read them.</p>
      <ul className="figures grid gap-x-8 gap-y-2 text-small sm:grid-cols-2" aria-label="New recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  )
}

/** Number of the owner's unused recovery codes, and a button for new ones. */
export function RecoveryCodesSection({ left }: { left: number }) {
  return (
    <SettingsSection
      id="recovery-codes"
      title="Recovery codes"
      lead={
        left === 0
          ? 'You have no recovery codes. A recovery code lets you sign in if the emailed code does not arrive.'
          : `${left === 1 ? '1 unused code is left. It' : `${left} unused codes are left. Each one`} lets you sign in once if the emailed code does not arrive.`
      }
    >
      <PostForm className="flex flex-col gap-3">
        {left > 0 ? (
          <p className="text-small text-dust">New codes replace the earlier ones, which stop working.</p>
        ) : null}
        <div>
          <SubmitButton name="act" value="create-recovery-codes">
            {left > 0 ? 'Replace recovery codes' : 'Create recovery codes'}
          </SubmitButton>
        </div>
      </PostForm>
    </SettingsSection>
  )
}
