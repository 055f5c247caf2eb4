import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { Dialog, DialogClose, DialogTrigger, openDialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { AccountSummary } from '#features/editors/contract.ts'
import type { AdminRole } from '#shared/admin-role.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin, useTabReload } from '#ui/admin/admin-context.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { AccountForm, roleLabels } from './account-form.tsx'
import { PasswordDialog } from './password-dialog.tsx'

const removing = 'remove-account'
const resetting = 'reset-second-step'
const settingPassword = 'set-account-password'

/** Section with the accounts and their roles, for super admins. */
export function AccountsSection() {
  const { me, notify } = useAdmin()
  const { data, error, reload } = useAdminData<{ items: AccountSummary[] }>('accounts')
  const [chosenAccount, setChosenAccount] = useState<AccountSummary>()
  useTabReload(reload)

  async function send(path: string, method: 'PUT' | 'DELETE', body?: object) {
    try {
      const { message } = await callAdminApi<{ message: string }>(`accounts/${path}`, { method, ...(body && { body }) })
      notify(message)
    } catch (failure) {
      notify(adminErrorMessage(failure) ?? 'API call failed', 'refused')
    }
    reload()
  }

  const columns: DataColumn<AccountSummary>[] = [
    {
      key: 'email',
      header: 'Account',
      isRowHeader: true,
      cell: ({ email }) => (email === me.email ? `${email} (you)` : email),
    },
    {
      key: 'role',
      header: 'Role',
      isWide: true,
      cell: ({ id, email, role }) => (
        <SelectField
          label={`Role of ${email}`}
          className="min-w-44 [&>label]:sr-only"
          options={roleLabels.map(([value, label]) => [value, `${value}: ${label}`])}
          value={role}
          onChange={({ target }) => void send(id, 'PUT', { role: target.value as AdminRole })}
        />
      ),
    },
    { key: 'since', header: 'Created', isNumeric: true, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    {
      key: 'second-step',
      header: 'Two-step sign-in',
      isShort: true,
      cell: (account) => (
        <div className="flex flex-wrap items-center gap-3">
          {account.has_second_step ? 'On' : 'Off'}
          {account.has_second_step && account.email !== me.email ? (
            <Button
              aria-label={`Reset two-step sign-in of ${account.email}`}
              onClick={() => {
                setChosenAccount(account)
                openDialog(resetting)
              }}
            >
              Reset
            </Button>
          ) : null}
        </div>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      isUnlabelled: true,
      cell: (account) => (
        <div className="flex flex-wrap gap-3">
          {/* One's own password is changed in its own section, which asks for the current one. */}
          {account.email === me.email && !me.isOwner ? null : (
            <Button
              aria-label={`Set password for ${account.email}`}
              onClick={() => {
                setChosenAccount(account)
                openDialog(settingPassword)
              }}
            >
              Set password
            </Button>
          )}
          <Button
            aria-label={`Remove ${account.email}`}
            onClick={() => {
              setChosenAccount(account)
              openDialog(removing)
            }}
          >
            Remove
          </Button>
        </div>
      ),
    },
  ]

  return (
    <SettingsSection
      title="Accounts"
      lead="People who can sign in to the newsletter admin. Role changes apply right away, even for people who are signed in."
    >
      {error ? (
        <EmptyState title="Couldn’t load the accounts" action={<Button onClick={reload}>Try again</Button>}>
          {error}
        </EmptyState>
      ) : data ? (
        <DataTable caption="Accounts" columns={columns} rows={data.items} rowKey={({ id }) => id} empty={null} />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
      <div>
        <DialogTrigger for="new-account">Add account</DialogTrigger>
      </div>
      <AccountForm
        id="new-account"
        onCreated={({ email }) => {
          notify(`${email} can sign in now. Share the password with them through a channel other than email.`)
          reload()
        }}
      />
      <PasswordDialog
        id={settingPassword}
        account={chosenAccount}
        onSaved={({ email }) =>
          notify(`New password set for ${email}. Share it with them through a channel other than email.`)
        }
      />
      <RemoveAccountDialog
        account={chosenAccount}
        accounts={data?.items ?? []}
        isOwn={chosenAccount?.email === me.email}
        remove={({ id }) => void send(id, 'DELETE')}
      />
      <Dialog
        id={resetting}
        title={`Reset two-step sign-in of ${chosenAccount?.email ?? ''}?`}
        actions={
          <>
            <Button
              variant="primary"
              onClick={() => {
                ;(document.getElementById(resetting) as HTMLDialogElement | null)?.close()
                if (chosenAccount) void send(`${chosenAccount.id}/second-step`, 'DELETE')
              }}
            >
              Reset
            </Button>
            <DialogClose for={resetting}>Cancel</DialogClose>
          </>
        }
      >
        <p className="text-dust">
          This removes the account’s authenticator app, passkeys and recovery codes and signs the person out everywhere.
          After that, their password alone is enough to sign in. Only reset it if they asked you to.
        </p>
      </Dialog>
    </SettingsSection>
  )
}

/**
 * Question before an account is removed; for the last super admin, the reason why it cannot be.
 *
 * @param account The chosen account; undefined before one is chosen.
 * @param isOwn The account is that of the signed-in person.
 */
export function RemoveAccountDialog({
  account,
  accounts,
  isOwn,
  remove,
}: {
  account: AccountSummary | undefined
  accounts: readonly AccountSummary[]
  isOwn: boolean
  remove(account: AccountSummary): void
}) {
  const isLast = account?.role === 'super_admin' && accounts.filter(({ role }) => role === 'super_admin').length === 1
  return (
    <Dialog
      id={removing}
      title={isLast ? `${account.email} cannot be removed` : `Remove ${account?.email ?? ''}?`}
      actions={
        <>
          {isLast ? null : (
            <Button
              variant="primary"
              onClick={(event) => {
                event.currentTarget.closest('dialog')?.close()
                if (account) remove(account)
              }}
            >
              Remove
            </Button>
          )}
          <DialogClose for={removing}>{isLast ? 'Close' : 'Cancel'}</DialogClose>
        </>
      }
    >
      <p className="text-dust">
        {isLast
          ? 'This is the last super admin. Make another account a super admin first.'
          : isOwn
            ? 'You will be signed out everywhere right away and cannot sign in again. Newsletters you wrote or sent are not deleted.'
            : 'They will be signed out everywhere right away. Newsletters they wrote or sent are not deleted.'}
      </p>
    </Dialog>
  )
}
