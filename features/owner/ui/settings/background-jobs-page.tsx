import { data, Link } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult, type ActionOutcome } from '#ui/action-result.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { type BackgroundJob, type JobFailure, pausedNote } from '#features/owner/contract.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { Route } from './+types/background-jobs-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, 'Background jobs') },
  { name: 'robots', content: 'noindex' },
]

export const shouldRevalidate = revalidateAfterActions

export async function loader({ context }: Route.LoaderArgs) {
  // The rest of the admin works even if this list cannot be read.
  const overview = await context
    .get(servicesContext)
    .backgroundJobs.overview()
    .catch(() => undefined)
  return { overview }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    const { backgroundJobs } = context.get(servicesContext)
    const { isPaused } = await backgroundJobs.retry(text('name'), text('id'), context.get(actorContext).email)
    return {
      kind: 'done',
      message: isPaused
        ? `The job will run again. ${pausedNote}`
        : 'The job will run again right away. Reload the page in a minute to see the result.',
    } satisfies ActionOutcome
  } catch (error) {
    if (!isAppError(error)) throw error
    return data<ActionOutcome>(
      { kind: 'refused', message: translateError(pageTranslator(context), error) },
      { status: error.status },
    )
  }
}

/** Background jobs: failures, queued jobs and the next run of each. */
export default function BackgroundJobsPage({ loaderData: { overview }, actionData }: Route.ComponentProps) {
  const result = useOutcomeFocus(actionData)
  return (
    <>
      <ScreenHeading title="Background jobs">Recurring and queued tasks, their next run, and failures.</ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult outcome={actionData} />
      </div>
      {overview ? (
        <>
          {overview.isPaused ? (
            <p className="border border-groove p-4 text-small">
              Background jobs are paused because a backup was restored. Resume them under{' '}
              <Link to="/admin/inbox" className="underline underline-offset-4 hover:text-live">
                Needs action
              </Link>
              .
            </p>
          ) : null}
          <SettingsSection
            id="failing"
            title="Failing"
            lead="Failed jobs are retried automatically, at increasing intervals. If a queued job keeps failing, automatic retries stop after several hours. You can also retry a job here."
          >
            <DataTable
              caption="Failing jobs"
              columns={failureColumns(overview.isPaused)}
              rows={overview.failures}
              rowKey={({ id }) => id}
              isHighlighted={({ nextAttemptAt }) => nextAttemptAt === undefined}
              empty={
                <EmptyState title="No failing jobs">Jobs that fail are listed here with their last error.</EmptyState>
              }
            />
          </SettingsSection>
          <SettingsSection
            id="jobs"
            title="All jobs"
            lead="Each recurring job runs in one process at a time. Queued jobs can run in several."
          >
            <DataTable
              caption="All background jobs"
              columns={jobColumns(overview.isPaused)}
              rows={overview.jobs}
              rowKey={({ name }) => name}
              empty={
                <EmptyState title="No jobs">Background jobs are listed here once the site has started them.</EmptyState>
              }
            />
          </SettingsSection>
        </>
      ) : (
        <p className="border border-loss p-4 text-small text-loss" role="alert">
          Couldn’t load background jobs: the database did not respond. Reload the page in a moment.
        </p>
      )}
    </>
  )
}

const failureColumns = (isPaused: boolean): DataColumn<JobFailure>[] => [
  {
    key: 'title',
    header: 'Job',
    isRowHeader: true,
    cell: ({ title, name }) => (
      <>
        <span className="block">{title}</span>
        <span className="figures block text-[0.75rem] text-dust">{name}</span>
      </>
    ),
  },
  { key: 'error', header: 'Last error', cell: ({ error }) => error },
  { key: 'attempts', header: 'Attempts', cell: ({ attempts }) => attempts, isNumeric: true },
  {
    key: 'next',
    header: 'Next attempt',
    cell: ({ nextAttemptAt }) =>
      !nextAttemptAt ? (
        <span className="text-loss">None, retries exhausted</span>
      ) : isPaused ? (
        <span className="text-dust">{whenResumed}</span>
      ) : (
        <Timestamp at={nextAttemptAt} />
      ),
  },
  {
    key: 'retry',
    header: 'Retry',
    isUnlabelled: true,
    cell: ({ id, name, title }) => (
      <PostForm>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="name" value={name} />
        <SubmitButton>
          Retry
          <span className="sr-only">: {title}</span>
        </SubmitButton>
      </PostForm>
    ),
  },
]

const whenResumed = 'When resumed'

const stateLabels: Record<BackgroundJob['state'], { label: string; colour: string }> = {
  idle: { label: 'Idle', colour: 'text-dust' },
  running: { label: 'Running', colour: 'text-gain' },
  failing: { label: 'Failing', colour: 'text-loss' },
  paused: { label: 'Paused', colour: 'text-dust' },
}

const jobColumns = (isPaused: boolean): DataColumn<BackgroundJob>[] => [
  { key: 'title', header: 'Job', cell: ({ title }) => title, isRowHeader: true },
  {
    key: 'state',
    header: 'Status',
    isShort: true,
    cell: ({ state }) => <span className={stateLabels[state].colour}>{stateLabels[state].label}</span>,
  },
  { key: 'queued', header: 'Queued', cell: ({ queued, every }) => (every ? '–' : queued), isNumeric: true },
  {
    key: 'last',
    header: 'Last success',
    cell: ({ lastRunAt }) =>
      lastRunAt ? <Timestamp at={lastRunAt} /> : <span className="text-dust">None recorded</span>,
  },
  {
    key: 'next',
    header: 'Next run',
    cell: ({ nextRunAt, every, queued }) =>
      isPaused && (every || queued > 0) ? (
        <span className="text-dust">{whenResumed}</span>
      ) : nextRunAt ? (
        <>
          <Timestamp at={nextRunAt} />
          {every ? <span className="block text-dust">Every {formatInterval(every)}</span> : null}
        </>
      ) : (
        <span className="text-dust">{every ? `Every ${formatInterval(every)}` : 'When queued'}</span>
      ),
  },
]

const units: Record<string, string> = { s: 'second', m: 'minute', h: 'hour' }

/** Formats `5m` as "5 minutes" and `1h` as "hour". */
function formatInterval(every: string): string {
  const [count, unit] = [every.slice(0, -1), units[every.slice(-1)] ?? '']
  return count === '1' ? unit : `${count} ${unit}s`
}
