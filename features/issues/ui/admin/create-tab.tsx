import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { IssueDetail } from '#features/issues/contract.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { draftOf, emptyDraft } from './draft.ts'
import { IssueWriter } from './issue-writer.tsx'

/** Tab that creates an issue or edits the draft named by `?issue=`. */
export function CreateTab() {
  const admin = useAdmin()
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue') ?? ''
  if (!admin.may('editor'))
    return (
      <EmptyState
        title="Editors only"
        action={
          <Link to="?tab=newsletters" className={buttonClass()}>
            View newsletters
          </Link>
        }
      >
        Your account can only view newsletters. Ask a super admin to change your role under Settings.
      </EmptyState>
    )
  return id ? <ExistingIssue key={id} id={id} /> : <IssueWriter key="new" issue={undefined} begun={emptyDraft} />
}

function ExistingIssue({ id }: { id: string }) {
  const { data, error, reload } = useAdminData<IssueDetail>(`newsletters/${encodeURIComponent(id)}`)
  const [round, setRound] = useState(0)
  if (error)
    return (
      <EmptyState
        title="Couldn’t load this newsletter"
        action={
          <div className="flex flex-wrap gap-3">
            <Button onClick={reload}>Try again</Button>
            <Link to="?tab=create" className={buttonClass()}>
              Create Newsletter
            </Link>
          </div>
        }
      >
        {error}
      </EmptyState>
    )
  if (!data) return <Skeleton className="h-96 w-full" />
  if (data.status !== 'draft') return <NotADraft issue={data} />
  return (
    <IssueWriter
      key={`${data.version}:${round}`}
      issue={data}
      begun={draftOf(data)}
      onReload={() => {
        setRound((before) => before + 1)
        reload()
      }}
    />
  )
}

function NotADraft({ issue: { title, status } }: { issue: IssueDetail }) {
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="?tab=newsletters" className={buttonClass('primary')}>
            View newsletters
          </Link>
          <Link to="?tab=create" className={buttonClass()}>
            Create Newsletter
          </Link>
        </div>
      }
    >
      This newsletter is {status}. Only drafts can be edited. To edit a scheduled newsletter, unschedule it in the list.
    </EmptyState>
  )
}
