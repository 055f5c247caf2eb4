import { type ReactNode, useState } from 'react'
import { useSearchParams, Link } from 'react-router'
import { SubscriberView } from './subscriber-view.tsx'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager, pageOf } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import type { SubscriberSummary, SubscriberList } from '#features/subscribers/contract.ts'
import { statusLabels } from '#features/subscribers/status-labels.ts'
import { adminErrorMessage, downloadFromAdminApi } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { ImportDialog, ImportTrigger } from './import/import-dialog.tsx'
import { RoleTag } from '#ui/admin/role-tag.tsx'
import { listPath, searchAdvice, subscriberLink, subscriberQuery } from './subscriber-search.ts'

/**
 * List of subscribers, one subscriber (`?subscriber=`), or returned emails (`?view=returned`).
 *
 * @param notice Shown above the list.
 */
export function SubscribersTab({ notice, returned }: { notice: ReactNode; returned: ReactNode }) {
  const [searchParams] = useSearchParams()
  const id = searchParams.get('subscriber')
  if (id) return <SubscriberView key={id} id={id} />
  return searchParams.get('view') === 'returned' ? returned : <SubscribersList notice={notice} />
}

const statuses = [
  ['', 'Any status'],
  ['subscribed', 'Subscribed'],
  ['pending', 'Pending confirmation'],
  ['unsubscribed', 'Unsubscribed'],
  ['suppressed', 'Suppressed'],
] as const
const roles = [
  ['', 'Any role'],
  ['subscriber', 'subscriber'],
  ['super_admin', 'super_admin'],
  ['editor', 'editor'],
  ['viewer', 'viewer'],
] as const

/** List with search, filters, pages, import and export. @param notice Shown above the search. */
function SubscribersList({ notice }: { notice: ReactNode }) {
  const { may, notify } = useAdmin()
  const [searchParams] = useSearchParams()
  const query = subscriberQuery(searchParams)
  const page = pageOf(searchParams)
  const { data, isLoading, error, reload } = useAdminData<SubscriberList>(listPath(query, page))
  const [isExporting, setIsExporting] = useState(false)

  async function exportCsv() {
    if (isExporting) return
    setIsExporting(true)
    const path = listPath(query, 1).replace('subscribers', 'subscribers.csv')
    try {
      await downloadFromAdminApi(path, `subscribers-${new Date().toISOString().slice(0, 10)}.csv`)
    } catch (failure) {
      notify(adminErrorMessage(failure) ?? 'API call failed', 'refused')
    }
    setIsExporting(false)
  }

  return (
    <>
      <ScreenHeading
        title="Subscribers"
        actions={
          may('super_admin') ? (
            <>
              <ImportTrigger />
              <Button onClick={() => void exportCsv()} aria-disabled={isExporting}>
                {isExporting ? 'Exporting…' : 'Export CSV'}
              </Button>
            </>
          ) : undefined
        }
      >
        Everyone who signed up for the newsletter or was imported, newest first.
      </ScreenHeading>
      {notice}
      <SearchForm
        label="Search subscribers"
        value={query.q}
        placeholder="Part of an address or a name"
        preserved={{ tab: 'subscribers' }}
        clearTo="?tab=subscribers"
      >
        <SelectField
          key={`status ${query.status}`}
          label="Status"
          name="status"
          options={statuses}
          defaultValue={query.status}
        />
        <SelectField key={`role ${query.role}`} label="Role" name="role" options={roles} defaultValue={query.role} />
      </SearchForm>
      <div aria-live="polite" className="label text-dust">
        {data && !error ? countLabel(data, Object.values(query).some(Boolean)) : ''}
      </div>
      {error ? (
        <EmptyState title="Failed to load subscribers" action={<Button onClick={reload}>Try again</Button>}>
          {error}
        </EmptyState>
      ) : data ? (
        <div aria-busy={isLoading} className={isLoading ? 'opacity-55 transition-opacity' : 'transition-opacity'}>
          <DataTable
            caption="Subscribers"
            columns={columnsOf(searchParams)}
            rows={data.items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState title={Object.values(query).some(Boolean) ? 'No matching subscribers' : 'No subscribers yet'}>
                {Object.values(query).some(Boolean)
                  ? searchAdvice(query)
                  : `People who sign up on the site appear here. ${
                      may('super_admin')
                        ? 'To add an existing list, use Import CSV.'
                        : 'A super admin can import an existing list.'
                    }`}
              </EmptyState>
            }
          />
        </div>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
      {data ? <Pager label="Pages of subscribers" page={data.page} pageCount={data.page_count} /> : null}
      {may('super_admin') ? <ImportDialog onImported={reload} /> : null}
    </>
  )
}

function columnsOf(searchParams: URLSearchParams): DataColumn<SubscriberSummary>[] {
  return [
    {
      key: 'email',
      header: 'Email',
      isRowHeader: true,
      cell: ({ id, email }) => (
        <Link
          to={subscriberLink(searchParams, id)}
          className="inline-flex min-h-11 items-center md:min-h-8 underline-offset-4 hover:underline"
        >
          {email}
        </Link>
      ),
    },
    { key: 'name', header: 'Name', cell: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim() || '–' },
    { key: 'role', header: 'Role', cell: ({ role }) => <RoleTag role={role} /> },
    { key: 'status', header: 'Status', cell: ({ status }) => <Tag>{statusLabels[status]}</Tag> },
    {
      key: 'frequency',
      header: 'Frequency',
      isShort: true,
      cell: ({ frequency }) => (frequency === 'weekly' ? 'Weekly' : 'Monthly'),
    },
    { key: 'created', header: 'Joined', isNumeric: true, cell: ({ created_at }) => <Timestamp at={created_at} /> },
  ]
}

function countLabel({ total, subscribed, is_more: isMore }: SubscriberList, isFiltered: boolean): string {
  const count = total.toLocaleString('en-US')
  if (isMore) return `More than ${count} found. Add a word to narrow the search.`
  if (isFiltered || subscribed === null) return `${count} found`
  return `${count} ${total === 1 ? 'person' : 'people'}, ${subscribed.toLocaleString('en-US')} subscribed`
}
