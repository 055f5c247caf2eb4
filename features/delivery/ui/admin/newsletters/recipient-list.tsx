import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager, pageOf } from '#ui/pager.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { DeliveryList } from '#features/delivery/contract.ts'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { issueAdminPath } from './format-issue.ts'
import { deliveryStates, RecipientTable } from './recipient-table.tsx'
import type { useIssueActions } from './use-issue-actions.ts'

/** Recipients of an issue with search and filter; both are in the URL. */
export function RecipientList({ id, actions }: { id: string; actions: ReturnType<typeof useIssueActions> }) {
  const [searchParams] = useSearchParams()
  const [state, q, page] = [searchParams.get('state') ?? '', searchParams.get('q') ?? '', pageOf(searchParams)]
  const parameters = new URLSearchParams({
    ...(state && { state }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
  })
  const { data, error, isLoading, reload } = useAdminData<DeliveryList>(`newsletters/${id}/deliveries?${parameters}`)
  return (
    <section aria-labelledby="recipients-heading" aria-busy={isLoading} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="recipients-heading" className="title">
          Recipients
        </h2>
        <Button onClick={reload}>Refresh</Button>
      </div>
      <SearchForm
        label="Search recipients"
        value={q}
        placeholder="Part of an email address"
        preserved={{ tab: 'newsletters', issue: id }}
        clearTo={issueAdminPath(id)}
      >
        <SelectField
          key={state}
          label="Status"
          name="state"
          options={[['', 'All'], ...deliveryStates]}
          defaultValue={state}
          className="basis-44"
        />
      </SearchForm>
      <p aria-live="polite" className="label text-dust empty:hidden">
        {data?.is_more
          ? `More than ${data.total.toLocaleString('en-US')} found. Enter more characters to narrow the search.`
          : ''}
      </p>
      {data ? (
        <RecipientTable
          id={id}
          recipients={data.items}
          actions={actions}
          empty={<EmptyState title="No matching recipients">Try another search or status.</EmptyState>}
        />
      ) : error ? (
        <div role="alert">
          <EmptyState title="Couldn’t load recipients" action={<Button onClick={reload}>Try again</Button>}>
            {error}
          </EmptyState>
        </div>
      ) : (
        <Skeleton className="h-72" />
      )}
      {data ? <Pager label="Pages of recipients" page={data.page} pageCount={data.page_count} /> : null}
    </section>
  )
}
