import { useSearchParams } from 'react-router'
import { IssueScreen } from './issue-screen.tsx'
import { useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager, pageOf } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ScheduleView } from '#features/delivery/contract.ts'
import { useDesk } from '#ui/desk/desk-context.ts'
import { useDeskData } from '#ui/desk/use-desk-data.ts'
import { IssueTable } from './issue-table.tsx'
import { isMoving } from './list-words.ts'
import { SchedulePanel } from './schedule-panel.tsx'
import { useFollowing } from './use-following.ts'
import type { IssueLine } from '#features/issues/contract.ts'

/** Every issue and what becomes of it; the address may name one. */
export function NewslettersTab() {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('issue')
  return id ? <IssueScreen key={id} id={id} /> : <NewsletterList />
}

const issuesPerPage = 50

/** When the next one goes, and every issue there is, the newest first. */
function NewsletterList() {
  const [searchParams] = useSearchParams()
  const page = pageOf(searchParams)
  const { may } = useDesk()
  const list = useDeskData<{ items: IssueLine[]; total?: number }>(page > 1 ? `newsletters?page=${page}` : 'newsletters')
  const schedule = useDeskData<ScheduleView>('schedule')
  // Looked at once a render is enough: the list is asked for again often while something moves.
  const [now] = useState(() => Date.now())
  const items = list.data?.items
  const reload = () => {
    list.reload()
    schedule.reload()
  }
  useFollowing(list.reload, items?.some((item) => isMoving(item, now)) ?? false)

  return (
    <>
      <ScreenHeading
        title="Newsletters"
        actions={may('editor') ? <ButtonLink to="?tab=create">Create Newsletter</ButtonLink> : undefined}
      />
      <SchedulePanel schedule={schedule.data} error={schedule.error} />
      {items ? (
        <>
          {list.error ? <FieldError>{`Failed to load newsletters: what stands here is from before. ${list.error}`}</FieldError> : null}
          <IssueTable
            issues={items}
            isHeld={schedule.data?.is_held ?? false}
            onChanged={reload}
            empty={
              <EmptyState title="No newsletters yet">
                The first one begins under Create Newsletter, from what happened on this site or from an empty page.
              </EmptyState>
            }
          />
          <Pager label="Pages of newsletters" page={page} pageCount={Math.ceil((list.data?.total ?? items.length) / issuesPerPage)} />
        </>
      ) : list.error ? (
        <div role="alert">
          <EmptyState title="Failed to load newsletters" action={<Button onClick={reload}>Try again</Button>}>
            {list.error}
          </EmptyState>
        </div>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-72" />
        </div>
      )}
    </>
  )
}
