import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { AccountSummary } from '#features/editors/contract.ts'
import { callAdminApi } from '#ui/admin/call-admin-api.ts'
import { AccountDialog } from './account-dialog.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/** Short descriptions of the roles. */
export const roleLabels = [
  ['viewer', 'can read'],
  ['editor', 'can write and send'],
  ['super_admin', 'full access'],
] as const

/** Dialog that creates an account. */
export function AccountForm({ id, onCreated }: { id: string; onCreated(account: AccountSummary): void }) {
  return (
    <AccountDialog
      id={id}
      title="Add account"
      action={{ label: 'Add account', pending: 'Adding…' }}
      send={(body) => callAdminApi<AccountSummary>('accounts', { method: 'POST', body })}
      onAccepted={onCreated}
    >
      <Field label="Account email" name="email" type="email" required maxLength={254} autoComplete="off" />
      <SelectField
        label="Role"
        name="role"
        defaultValue="editor"
        options={roleLabels.map(([value, label]) => [value, `${value}: ${label}`])}
      />
      <NewPasswordField label="Initial password" note="The new user can change it after signing in." />
    </AccountDialog>
  )
}
