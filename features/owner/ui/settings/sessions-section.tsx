import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { Timestamp } from '#ui/timestamp.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { OwnerSession } from '#features/owner/contract.ts'
import { browserName } from '#features/owner/browser-name.ts'
import { savedEmail } from '../sign-in/saved-email.ts'

/** Lists the owner's sessions, with a button that ends all of them. */
export function SessionsSection({ sessions, current }: { sessions: OwnerSession[]; current: string }) {
  const columns: DataColumn<OwnerSession>[] = [
    {
      key: 'agent',
      header: 'Browser',
      cell: ({ id, agent }) => (
        <>
          {browserName(agent)}
          {id === current ? <span className="label ml-2 text-live">This session</span> : null}
        </>
      ),
      isRowHeader: true,
    },
    { key: 'in', header: 'Signed in', cell: ({ signedInAt }) => <Timestamp at={signedInAt} />, isNumeric: true },
    { key: 'seen', header: 'Last used', cell: ({ seenAt }) => <Timestamp at={seenAt} />, isNumeric: true },
    {
      key: 'until',
      header: 'Expires if unused',
      cell: ({ expiresAt }) => <Timestamp at={expiresAt} />,
      isNumeric: true,
    },
  ]
  return (
    <SettingsSection
      id="sessions"
      title="Sessions"
      lead="Sessions expire after twelve hours of inactivity or seven days after you sign in, whichever comes first."
    >
      <DataTable
        caption="Where you are signed in"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        empty={null}
      />
      <PostForm preventScrollReset={false} onSubmit={() => savedEmail.forget()}>
        <SubmitButton name="act" value="everywhere">
          Sign out everywhere
        </SubmitButton>
      </PostForm>
    </SettingsSection>
  )
}
