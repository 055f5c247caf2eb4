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

/** Writes an issue, or goes on writing the draft that `?issue=` names. */
export function CreateTab() {
  const admin = useAdmin()
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue') ?? ''
  if (!admin.may('editor'))
    return (
      <EmptyState
        title="Writing is for editors"
        action={
          <Link to="?tab=newsletters" className={buttonClass()}>
            See the newsletters
          </Link>
        }
      >
        Your account reads. Whoever runs this desk can make it an editor’s, under Settings.
      </EmptyState>
    )
  return id ? <KnownIssue key={id} id={id} /> : <IssueWriter key="new" issue={undefined} begun={emptyDraft} />
}

function KnownIssue({ id }: { id: string }) {
  const { data, error, reload } = useAdminData<IssueDetail>(`newsletters/${encodeURIComponent(id)}`)
  const [round, setRound] = useState(0)
  if (error)
    return (
      <EmptyState
        title="This newsletter does not open"
        action={
          <div className="flex flex-wrap gap-3">
            <Button onClick={reload}>Try again</Button>
            <Link to="?tab=create" className={buttonClass()}>
              Write a new one
            </Link>
          </div>
        }
      >
        {error}
      </EmptyState>
    )
  if (!data) return <Skeleton className="h-96 w-full" />
  if (data.status !== 'draft') return <NoDraft issue={data} />
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

function NoDraft({ issue: { title, status } }: { issue: IssueDetail }) {
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="?tab=newsletters" className={buttonClass('primary')}>
            See the newsletters
          </Link>
          <Link to="?tab=create" className={buttonClass()}>
            Write a new one
          </Link>
        </div>
      }
    >
      This newsletter is {status}; only drafts are written. A scheduled one can be taken back to a draft in the list.
    </EmptyState>
  )
}
