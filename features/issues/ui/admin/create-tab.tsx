import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { IssueDetail } from '#features/issues/contract.ts'
import { useAdmin, useTabReload } from '#ui/admin/admin-context.ts'
import { RetryButton } from '#ui/admin/retry-button.tsx'
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
        Viewers cannot create or edit newsletters. Ask a super admin to give you another role.
      </EmptyState>
    )
  return id ? <ExistingIssue key={id} id={id} /> : <IssueWriter key="new" issue={undefined} begun={emptyDraft} />
}

function ExistingIssue({ id }: { id: string }) {
  const loaded = useAdminData<IssueDetail>(`newsletters/${encodeURIComponent(id)}`)
  const { data, error, reload } = loaded
  const [round, setRound] = useState(0)
  if (error)
    return (
      <EmptyState
        title="Couldn’t load this newsletter"
        action={
          <div className="flex flex-wrap gap-3">
            <RetryButton loaded={loaded} />
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
  if (data.status !== 'draft') return <NotADraft issue={data} onChanged={reload} />
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

/** Returns why an issue cannot be edited, and what to do if it can become a draft again. */
function editRefusal({ status, progress }: Pick<IssueDetail, 'status' | 'progress'>): string {
  if (status === 'sending') return 'This newsletter is being sent and can no longer be edited.'
  if (status === 'sent') return 'This newsletter has been sent and can no longer be edited.'
  if (status === 'failed') return 'This newsletter was cancelled and can no longer be edited.'
  if (status === 'paused' && progress !== null)
    return 'Sending of this newsletter has started, so it can no longer be edited.'
  return `This newsletter is ${status}. To edit it, unschedule it in the list first.`
}

function NotADraft({ issue, onChanged }: { issue: IssueDetail; onChanged(): void }) {
  useTabReload(onChanged)
  return (
    <EmptyState
      title={issue.title}
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
      {editRefusal(issue)}
    </EmptyState>
  )
}
