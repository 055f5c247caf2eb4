import { type ReactNode, type SubmitEvent, useState } from 'react'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { AccountsSection } from './accounts-section.tsx'
import { Button } from '#ui/button.tsx'
import { Field, FormError } from '#ui/field.tsx'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { SecondStepSection } from './second-step-section.tsx'

/**
 * Settings of the newsletter admin.
 *
 * @param children Sections of other features.
 */
export function SettingsTab({ children }: { children: ReactNode }) {
  const { may, me } = useAdmin()
  return (
    <>
      <ScreenHeading title="Settings">
        {me.isOwner
          ? 'Sending, feeds and accounts.'
          : `Sending, feeds${may('super_admin') ? ', accounts' : ''} and your sign-in.`}
      </ScreenHeading>
      {children}
      {may('super_admin') ? <AccountsSection /> : null}
      {me.isOwner ? null : (
        <>
          <PasswordSection />
          <SecondStepSection />
        </>
      )}
    </>
  )
}

/** Section to change one's own password. */
function PasswordSection() {
  const { me, notify } = useAdmin()
  const [refusal, setRefusal] = useState('')
  const [isSending, setIsSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    setIsSending(true)
    setRefusal('')
    try {
      const { message } = await callAdminApi<{ message: string }>('me/password', {
        method: 'PUT',
        body: Object.fromEntries(new FormData(form)),
      })
      form.reset()
      notify(message)
    } catch (error) {
      setRefusal(adminErrorMessage(error) ?? 'API call failed')
    }
    setIsSending(false)
  }

  return (
    <SettingsSection
      title="Your password"
      lead={`For ${me.email}. A new password signs you out of all other sessions.`}
    >
      <form onSubmit={(event) => void submit(event)} className="flex max-w-xl flex-col gap-5">
        <input type="hidden" autoComplete="username" value={me.email} readOnly />
        <FormError>{refusal}</FormError>
        <Field
          label="Current password"
          name="current"
          type="password"
          required
          maxLength={500}
          autoComplete="current-password"
        />
        <NewPasswordField label="New password" />
        <div>
          <Button type="submit" aria-disabled={isSending}>
            {isSending ? 'Changing…' : 'Change password'}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
