import { servicesContext } from '#shared/services.ts'
import { cutText } from '#shared/cut-text.ts'
import { focusInView } from '#ui/focus-in-view.ts'
import { pageTitle } from '#ui/page-meta.ts'
import { Pager, pageOf } from '#ui/pager.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import type { Route } from './+types/queue-page.ts'
import { KeyHelp } from './key-help.tsx'
import { QueueTable } from './queue-table.tsx'
import { filterOf, filterLabel, type QueueFilter, queueFilters } from './status-labels.ts'
import { useAdminKeys } from './use-admin-keys.ts'
import { pausedNote } from '#features/owner/contract.ts'
import { Link } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const filter = filterOf(params.get('state'))
  const search = cutText(params.get('q') ?? '', 200)
  const { submissionAdmin: admin, backgroundJobs } = context.get(servicesContext)
  const { rows, page, pageCount, counts } = await admin.list({
    ...(filter === 'all' ? {} : { state: filter }),
    search,
    page: pageOf(params),
  })
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const isPaused = await backgroundJobs.isPaused()
  return { filter, search, page, rows, pageCount, counts: { ...counts, all }, isPaused }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [
    {
      title: pageTitle(
        matches,
        loaderData ? `${filterLabel(loaderData.filter)} · Artist Submissions` : 'Artist Submissions',
      ),
    },
  ]
}

/** The owner's queue of tracks. */
export default function QueuePage({
  loaderData: { filter, search, page, rows, pageCount, counts, isPaused },
}: Route.ComponentProps) {
  useAdminKeys({
    'j': () => step(1),
    'k': () => step(-1),
    // Arrow keys scroll the page or control the player until a row has the focus.
    'ArrowDown': () => (isRow(document.activeElement) ? step(1) : false),
    'ArrowUp': () => (isRow(document.activeElement) ? step(-1) : false),
    '/': () => focusInView(document.querySelector<HTMLElement>('main input[type=search]')),
  })
  return (
    <>
      <ScreenHeading
        title="Artist Submissions"
        actions={
          <Link to="/admin/tracks" className={buttonClass('quiet')}>
            Import your own tracks
          </Link>
        }
      >
        Submissions from the Submit Music button are stored here, where they can be reviewed, approved or rejected.{' '}
        {isPaused
          ? pausedNote
          : 'Email notifications are active: artists get an email at every step, and you get one for every new track.'}
      </ScreenHeading>
      <QueueFilters current={filter} counts={counts} search={search} />
      <SearchForm
        label="Search submissions"
        value={search}
        placeholder="Title, artist, album or email"
        preserved={filter === 'in_review' ? {} : { state: filter }}
        clearTo={filter === 'in_review' ? '?' : `?state=${filter}`}
      />
      <div className="flex flex-col gap-4">
        <QueueTable rows={rows} hasSearch={search !== ''} filter={filter} />
        <Pager label="Pages of submissions" page={page} pageCount={pageCount} />
      </div>
      <KeyHelp
        keys={[
          ['J', 'next track'],
          ['K', 'previous track'],
          ['Enter', 'open track'],
          ['/', 'search'],
        ]}
      />
    </>
  )
}

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-queue-row]')]

const isRow = (element: Element | null) => element instanceof HTMLElement && element.dataset.queueRow !== undefined

function step(by: 1 | -1): void {
  const links = rowLinks()
  const at = links.findIndex((link) => link === document.activeElement)
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))]
  focusInView(next)
}

/** Status filters of the queue with their counts. */
function QueueFilters({
  current,
  counts,
  search,
}: {
  current: QueueFilter
  counts: Record<QueueFilter, number>
  search: string
}) {
  return (
    <nav aria-label="Submissions by status">
      <ul className="-m-1 flex flex-wrap">
        {queueFilters.map((filter) => (
          <li key={filter} className="p-1">
            <Link
              to={`?${new URLSearchParams({ ...(filter === 'in_review' ? {} : { state: filter }), ...(search ? { q: search } : {}) }).toString()}`}
              prefetch="intent"
              aria-current={filter === current ? 'page' : undefined}
              className={classNames(
                'label inline-flex min-h-11 items-center gap-2.5 rounded-plate border px-4 no-underline',
                filter === current
                  ? 'border-live text-sand'
                  : 'border-groove text-dust hover:border-dust hover:text-sand',
              )}
            >
              {filterLabel(filter)}
              <span className="figures text-sand">{counts[filter].toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
