import { Link } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { filterWords, type QueueFilter, queueFilters } from './state-words.ts'

/** Which submissions the queue shows, with how many there are of each. */
export function QueueFilters({ current, counts, search }: { current: QueueFilter; counts: Record<QueueFilter, number>; search: string }) {
  return (
    <nav aria-label="Submissions by state">
      <ul className="-m-1 flex flex-wrap">
        {queueFilters.map((filter) => (
          <li key={filter} className="p-1">
            <Link
              to={`?${new URLSearchParams({ ...(filter === 'in_review' ? {} : { state: filter }), ...(search ? { q: search } : {}) }).toString()}`}
              prefetch="intent"
              aria-current={filter === current ? 'page' : undefined}
              className={classNames(
                'label inline-flex min-h-11 items-center gap-2.5 rounded-plate border px-4 no-underline',
                filter === current ? 'border-live text-sand' : 'border-groove text-dust hover:border-dust hover:text-sand',
              )}
            >
              {filterWords(filter)}
              <span className="figures text-sand">{counts[filter].toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
