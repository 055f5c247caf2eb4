import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { Field, FormError } from '#ui/field.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { EmptyState } from '#ui/notice.tsx'
import { createPasskey, usePasskeyAddressProblem, usePasskeySupport } from '#ui/passkey.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Timestamp } from '#ui/timestamp.tsx'
import { useAdmin, useTabReload } from '#ui/admin/admin-context.ts'
import { adminErrorMessage, callAdminApi } from '#ui/admin/call-admin-api.ts'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import type { EditorPasskey, SecondStep, SecondStepAdded, TotpStart } from '#features/editors/contract.ts'

const root = 'me/second-step'
const lead = 'Optional. Requires a passkey or a code from an authenticator app in addition to your password.'

type Options = Parameters<typeof createPasskey>[0]

/** Section where editors turn two-step sign-in on and off for their own account. */
export function SecondStepSection() {
  const { data, error, reload } = useAdminData<SecondStep>(root)
  useTabReload(reload)
  return (
    <SettingsSection id="second-step" title="Two-step sign-in" lead={lead}>
      {error && !data ? (
        <EmptyState title="Couldn’t load two-step sign-in" action={<Button onClick={reload}>Try again</Button>}>
          {error}
        </EmptyState>
      ) : data ? (
        <Methods state={data} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </SettingsSection>
  )
}

function Methods({ state }: { state: SecondStep }) {
  const { notify, reloadTab } = useAdmin()
  const isSupported = usePasskeySupport()
  const addressProblem = usePasskeyAddressProblem()
  const [current, setCurrent] = useState('')
  const password = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [totp, setTotp] = useState<TotpStart>()
  const [codes, setCodes] = useState<string[]>()
  const isOn = state.totp !== null || state.passkeys.length > 0

  /** Runs one change. It returns a message, or nothing while more input is needed. */
  async function run(change: () => Promise<string | undefined>) {
    if (isBusy) return
    setIsBusy(true)
    setRefusal('')
    try {
      const message = await change()
      if (message) {
        setCurrent('')
        notify(message)
        // The table of accounts shows it, too.
        reloadTab()
      }
    } catch (failure) {
      setRefusal(failure instanceof PromptError ? failure.message : (adminErrorMessage(failure) ?? 'API call failed'))
    }
    setIsBusy(false)
  }
  async function runWithPassword(change: () => Promise<string | undefined>) {
    if (current !== '') return run(change)
    setRefusal('Enter your current password first.')
    password.current?.focus()
  }
  const post = <Reply,>(path: string, body: object) => callAdminApi<Reply>(`${root}/${path}`, { method: 'POST', body })
  const remove = (path: string) =>
    runWithPassword(async () => {
      const { message } = await callAdminApi<{ message: string }>(`${root}/${path}`, {
        method: 'DELETE',
        body: { current },
      })
      // The last method takes the recovery codes with it.
      if (state.passkeys.length + (state.totp ? 1 : 0) === 1) setCodes(undefined)
      return message
    })

  const startTotp = () =>
    runWithPassword(async () => {
      setTotp(await post<TotpStart>('totp', { current }))
      return undefined
    })
  const confirmTotp = (code: string) =>
    run(async () => {
      setCodes((await post<SecondStepAdded>('totp/confirm', { code })).recovery_codes)
      setTotp(undefined)
      return isOn
        ? 'Authenticator app added. You can now sign in with a code from it, too.'
        : 'Authenticator app added. From now on, you need a code from it to sign in.'
    })
  const addPasskey = (name: string) =>
    runWithPassword(async () => {
      const { options } = await post<{ options: Options }>('passkeys/challenges', { current })
      const result = await createPasskey(options)
      if (!result.ok) throw new PromptError(result.message)
      setCodes((await post<SecondStepAdded>('passkeys', { name, response: result.response })).recovery_codes)
      return `The passkey “${name}” was added. ${
        isOn ? 'You can now use it as the second step to sign in.' : 'From now on, you need a second step to sign in.'
      }`
    })
  const replaceCodes = () =>
    runWithPassword(async () => {
      setCodes((await post<{ recovery_codes: string[] }>('recovery-codes', { current })).recovery_codes)
      return 'New recovery codes were created. The earlier ones no longer work.'
    })

  const columns: DataColumn<EditorPasskey>[] = [
    { key: 'name', header: 'Passkey', isRowHeader: true, cell: ({ name }) => name },
    { key: 'added', header: 'Added', isNumeric: true, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    {
      key: 'used',
      header: 'Last used',
      isNumeric: true,
      cell: ({ last_used_at }) => (last_used_at ? <Timestamp at={last_used_at} /> : 'Never'),
    },
    {
      key: 'actions',
      header: 'Actions',
      isUnlabelled: true,
      cell: ({ id, name }) => (
        <Button aria-label={`Remove ${name}`} onClick={() => void remove(`passkeys/${id}`)}>
          Remove
        </Button>
      ),
    },
  ]

  return (
    <div className="flex flex-col gap-6" aria-busy={isBusy}>
      <p className="text-small">
        {isOn
          ? `Two-step sign-in is on. ${state.recovery_codes_left === 1 ? '1 unused recovery code is' : `${state.recovery_codes_left || 'No'} unused recovery codes are`} left.`
          : 'Two-step sign-in is off. Add an authenticator app or a passkey to turn it on.'}
      </p>
      {codes ? <NewCodes codes={codes} /> : null}
      <FormError>{refusal}</FormError>
      <Field
        ref={password}
        label="Current password (required for changes)"
        type="password"
        autoComplete="current-password"
        maxLength={500}
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
        className="max-w-xl"
      />
      <Part title="Authenticator app">
        {state.totp ? (
          <div className="flex flex-wrap items-center gap-4">
            <p className="text-small">
              Added <Timestamp at={state.totp.added_at} />
            </p>
            <Button onClick={() => void remove('totp')}>Remove authenticator app</Button>
          </div>
        ) : totp ? (
          <ConfirmTotp
            totp={totp}
            isBusy={isBusy}
            onConfirm={confirmTotp}
            onCancel={() => {
              setTotp(undefined)
              password.current?.focus()
            }}
          />
        ) : (
          <div>
            <Button onClick={() => void startTotp()}>Set up an authenticator app</Button>
          </div>
        )}
      </Part>
      <Part title="Passkeys">
        <DataTable caption="Passkeys" columns={columns} rows={state.passkeys} rowKey={({ id }) => id} empty={null} />
        {addressProblem || isSupported === false ? (
          <p className="text-small text-dust">
            {addressProblem ?? 'This browser doesn’t support passkeys. Open this page in another browser.'}
          </p>
        ) : (
          <NameForm key={state.passkeys.length} isBusy={isBusy} onName={addPasskey} />
        )}
      </Part>
      {isOn ? (
        <Part title="Recovery codes">
          <p className="text-small text-dust">New codes replace the earlier ones, which stop working.</p>
          <div>
            <Button onClick={() => void replaceCodes()}>Replace recovery codes</Button>
          </div>
        </Part>
      ) : null}
    </div>
  )
}

/** The browser rejected a passkey; the message can be shown to the user. */
class PromptError extends Error {}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 border-t border-groove pt-4">
      <h3 className="label text-dust">{title}</h3>
      {children}
    </div>
  )
}

function NewCodes({ codes }: { codes: string[] }) {
  const box = useRef<HTMLDivElement>(null)
  // The codes are shown once, above the pressed button.
  useEffect(() => focusInView(box.current), [codes])
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-3 border border-groove bg-plate-raised p-4 outline-none">
      <p className="text-small">
        Save these recovery codes where only you can read them. They are not shown again. Each code works once in place
        of the second step.
      </p>
      <ul className="figures grid gap-x-8 gap-y-2 text-small sm:grid-cols-2" aria-label="New recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  )
}

function NameForm({ isBusy, onName }: { isBusy: boolean; onName(name: string): Promise<void> }) {
  return (
    <form
      aria-label="Add a passkey"
      className="flex max-w-xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void onName(String(new FormData(event.currentTarget).get('name')))
      }}
    >
      <Field label="Name of the new passkey" name="name" required maxLength={60} autoComplete="off" />
      <div>
        <Button type="submit" aria-disabled={isBusy}>
          Add a passkey
        </Button>
      </div>
    </form>
  )
}

function ConfirmTotp({
  totp: { secret, qr_svg },
  isBusy,
  onConfirm,
  onCancel,
}: {
  totp: TotpStart
  isBusy: boolean
  onConfirm(code: string): Promise<void>
  onCancel(): void
}) {
  const form = useRef<HTMLFormElement>(null)
  // The pressed button has disappeared, so the focus is moved: to the form instead of its field, so that the key is
  // read first.
  useEffect(() => focusInView(form.current), [])
  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label="Set up an authenticator app"
      className="flex max-w-xl flex-col gap-4 outline-none"
      onSubmit={(event) => {
        event.preventDefault()
        void onConfirm(String(new FormData(event.currentTarget).get('code')))
      }}
    >
      <p className="text-small">
        Scan the QR code with your authenticator app, or enter this key there:{' '}
        <code className="figures break-all">{secret}</code>
      </p>
      <p className="text-small">Then enter the six digits that the app shows.</p>
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr_svg)}`}
        alt="QR code with the key for the authenticator app"
        width={208}
        height={208}
        className="bg-white"
      />
      <Field
        label="Code from the app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={10}
        className="figures max-w-xs"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          Turn on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
