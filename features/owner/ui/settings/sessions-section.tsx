import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { Timestamp } from '#ui/timestamp.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import type { OwnerSession } from '#features/owner/contract.ts'
import { savedEmail } from '../sign-in/saved-email.ts'
import { cutText } from '#shared/cut-text.ts'

const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Returns the browser and system of a user agent in readable form. */
function browserName(agent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' on ') : cutText(agent, 60) || 'Unknown browser'
}

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
      lead="A session expires twelve hours after its last use, and after seven days at the latest."
    >
      <DataTable
        caption="Where you are signed in"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        empty={null}
      />
      <Form method="post" onSubmit={() => savedEmail.forget()}>
        <Button type="submit" name="act" value="everywhere">
          Sign out everywhere
        </Button>
      </Form>
    </SettingsSection>
  )
}
