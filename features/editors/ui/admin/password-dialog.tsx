import type { AccountSummary } from '#features/editors/contract.ts'
import { callAdminApi } from '#ui/admin/call-admin-api.ts'
import { AccountDialog } from './account-dialog.tsx'
import { NewPasswordField } from './new-password-field.tsx'

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
  return (
    <AccountDialog
      id={id}
      title={`Set a new password for ${account?.email ?? ''}`}
      action={{ label: 'Set password', pending: 'Saving…' }}
      send={async (body) => {
        if (account) await callAdminApi(`accounts/${account.id}`, { method: 'PUT', body })
        return account
      }}
      onAccepted={(changed) => {
        if (changed) onSaved(changed)
      }}
      intro={
        <p className="text-dust">
          They will be signed out everywhere right away.{' '}
          {account?.has_second_step ? 'Their two-step sign-in stays on. ' : ''}Only set a new password if they asked you
          to.
        </p>
      }
    >
      <NewPasswordField label="New password for this account" note="They can change it after signing in." />
    </AccountDialog>
  )
}
