import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { BackLink } from '#ui/back-link.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import type { SubscriberDetail } from '#features/subscribers/contract.ts'
import { statusLabels } from '#features/subscribers/status-labels.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { RetryButton } from '#ui/admin/retry-button.tsx'
import { useAdminData } from '#ui/admin/use-admin-data.ts'
import { SubscriberActions } from './subscriber-actions.tsx'
import { RoleTag } from '#ui/admin/role-tag.tsx'
import { backLink } from './subscriber-search.ts'
import { suppressionLabel } from '#features/subscribers/suppression-labels.ts'

/** Details of a subscriber with their timeline and actions. */
export function SubscriberView({ id }: { id: string }) {
  const { may } = useAdmin()
  const [searchParams] = useSearchParams()
  const loaded = useAdminData<SubscriberDetail>(`subscribers/${encodeURIComponent(id)}`)
  const { data, error, reload } = loaded
  const heading = useRef<HTMLHeadingElement>(null)
  const isLoaded = data !== undefined
  // The link in the list has disappeared, so the heading gets the focus.
  useEffect(() => {
    if (isLoaded) heading.current?.focus({ preventScroll: true })
  }, [isLoaded])
  const back = backLink(searchParams)
  if (error)
    return (
      <>
        <BackLink to={back}>All subscribers</BackLink>
        <EmptyState title="Couldn’t load this subscriber" action={<RetryButton loaded={loaded} />}>
          {error}
        </EmptyState>
      </>
    )
  if (!data)
    return (
      <>
        <BackLink to={back}>All subscribers</BackLink>
        <Skeleton className="h-96 w-full" />
      </>
    )
  return (
    <>
      <BackLink to={back}>All subscribers</BackLink>
      <header className="flex flex-col gap-4">
        <h1 ref={heading} tabIndex={-1} className="title [overflow-wrap:anywhere] outline-none">
          {data.email}
        </h1>
        <div className="flex flex-wrap gap-2">
          <RoleTag role={data.role} />
          <Tag>{statusLabels[data.status]}</Tag>
          <Tag>{data.frequency}</Tag>
        </div>
      </header>
      <div className="grid gap-10 lg:grid-cols-12">
        <section aria-label="About this subscriber" className="flex flex-col gap-8 lg:col-span-5">
          <dl className="grid grid-cols-[9rem_minmax(0,1fr)] items-stretch border-t border-groove text-small [&>*]:border-b [&>*]:border-groove [&>*]:py-3 [&>dt]:pt-4">
            <Fact name="Name">{`${data.first_name} ${data.last_name}`.trim() || '–'}</Fact>
            <Fact name="Joined">
              <Timestamp at={data.created_at} />
            </Fact>
            <Fact name="Tracking">{data.counts_reading ? 'Allowed' : 'Not allowed'}</Fact>
            {data.suppressed_because ? (
              <Fact name="Suppressed">{suppressionLabel(data.suppressed_because)}</Fact>
            ) : null}
          </dl>
          {may('super_admin') ? <SubscriberActions subscriber={data} back={back} onChanged={reload} /> : null}
        </section>
        <section aria-labelledby="timeline" className="flex min-w-0 flex-col gap-4 lg:col-span-7">
          <h2 id="timeline" className="label text-dust">
            Timeline
          </h2>
          <Timeline events={data.timeline} />
        </section>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="label text-dust">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

/** Events of a subscriber, newest first. */
function Timeline({ events }: { events: SubscriberDetail['timeline'] }) {
  if (events.length === 0) return <p className="text-dust">No events yet.</p>
  return (
    <ol className="flex flex-col border-l border-groove">
      {events.map(({ at, what, detail }, index) => (
        <li
          // Two events may have the same timestamp.
          key={`${at} ${what} ${index}`}
          className="relative flex flex-col gap-1 py-3 pl-6 before:absolute before:top-5 before:-left-[3px] before:size-[5px] before:bg-dust"
        >
          <span className="text-small text-dust">
            <Timestamp at={at} />
          </span>
          <span className="[overflow-wrap:anywhere]">{what}</span>
          {detail ? <span className="text-small text-dust [overflow-wrap:anywhere]">{detail}</span> : null}
        </li>
      ))}
    </ol>
  )
}
