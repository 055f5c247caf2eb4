import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager, pageOf } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ReturnedMailListItem, ReturnedMailList } from '#features/delivery/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'

/** List of returned emails that need review, each with its next step. */
export function ReturnedMails() {
  const { may, notify } = useAdmin()
  const [searchParams] = useSearchParams()
  const requestedPage = pageOf(searchParams)
  const { data, isLoading, error, reload } = useAdminData<ReturnedMailList>(
    requestedPage > 1 ? `returned-mails?page=${requestedPage}` : 'returned-mails',
  )
  const [saving, setSaving] = useState('')

  async function settle(id: string) {
    if (saving) return
    setSaving(id)
    try {
      const { message } = await callAdminApi<{ message: string }>(`returned-mails/${id}/settle`, { method: 'POST' })
      notify(message)
      reload()
    } catch (failure) {
      notify(adminErrorMessage(failure) ?? 'API call failed', 'refused')
    }
    setSaving('')
  }

  return (
    <>
      <BackLink to="?tab=subscribers">All subscribers</BackLink>
      <ScreenHeading title="Returned emails">
        Replies, reports and notifications that could not be processed automatically. They did not change any
        subscriber’s status.
      </ScreenHeading>
      {error ? (
        <div role="alert">
          <EmptyState title="Failed to load returned emails" action={<Button onClick={reload}>Try again</Button>}>
            {error}
          </EmptyState>
        </div>
      ) : data ? (
        <div aria-busy={isLoading} className={isLoading ? 'opacity-55 transition-opacity' : 'transition-opacity'}>
          <DataTable
            caption="Returned emails"
            columns={columnsOf(may('editor') ? { saving, settle: (id) => void settle(id) } : undefined)}
            rows={data.items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState title="No returned emails">
                Replies and reports that a person needs to read appear here. Bounces and complaints are handled
                automatically.
              </EmptyState>
            }
          />
        </div>
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
      {data ? <Pager label="Pages of returned emails" page={data.page} pageCount={data.page_count} /> : null}
    </>
  )
}

/** Link to the returned emails while any need review. */
export function ReturnedMailNotice() {
  const { data } = useAdminData<ReturnedMailList>('returned-mails')
  if (!data || data.total === 0) return null
  return (
    <p className="border border-live px-4 py-3 text-small">
      {data.total === 1
        ? '1 returned email needs review. '
        : `${data.total.toLocaleString('en-US')} returned emails need review. `}
      <Link
        to="?tab=subscribers&view=returned"
        className="inline-flex min-h-11 items-center underline underline-offset-4 md:min-h-8"
      >
        View returned emails
      </Link>
    </p>
  )
}

type ItemActions = { saving: string; settle(id: string): void }

/** @param actions Absent for viewers. */
function columnsOf(actions: ItemActions | undefined): DataColumn<ReturnedMailListItem>[] {
  const columns: DataColumn<ReturnedMailListItem>[] = [
    {
      key: 'mail',
      header: 'Email',
      isRowHeader: true,
      cell: ({ subject, from, excerpt, times, at }) => (
        <div className="flex min-w-0 flex-col gap-1 font-normal [overflow-wrap:anywhere] lg:min-w-64 xl:min-w-96">
          <span className="font-medium">{subject || '(no subject)'}</span>
          <span className="text-dust">
            {from || '(no sender)'}
            {times > 1 ? ` · received ${times} times` : ''}
          </span>
          <span className="text-dust">
            <Timestamp at={at} />
          </span>
          {excerpt ? <span className="line-clamp-3 text-dust">{excerpt}</span> : null}
        </div>
      ),
    },
    {
      key: 'copy',
      header: 'Recipient',
      cell: ({ email, subscriber_id: subscriber, issue_id: issue, issue_title: title }) => (
        <div className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere] lg:min-w-40 xl:min-w-52">
          {subscriber ? (
            <Link to={`?tab=subscribers&subscriber=${subscriber}`} className="underline-offset-4 hover:underline">
              {email}
            </Link>
          ) : (
            email
          )}
          <Link to={`?tab=newsletters&issue=${issue}`} className="text-dust underline-offset-4 hover:underline">
            {title}
          </Link>
        </div>
      ),
    },
    { key: 'todo', header: 'Next step', cell: ({ what_to_do: words }) => words },
  ]
  if (actions)
    columns.push({
      key: 'actions',
      header: 'Actions',
      isUnlabelled: true,
      cell: ({ id, subject }) => (
        <Button
          aria-label={`Mark as done: ${subject || '(no subject)'}`}
          aria-disabled={actions.saving !== ''}
          onClick={() => actions.settle(id)}
          className="px-3 py-2 whitespace-nowrap"
        >
          {actions.saving === id ? 'Saving…' : 'Mark as done'}
        </Button>
      ),
    })
  return columns
}
