import { data, isRouteErrorResponse, Link, useNavigate, useRouteError, useSubmit } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { pageMessages, pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { pageTitle } from '#ui/page-meta.ts'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { useSending } from '#ui/use-sending.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { capitalize } from '#shared/cut-text.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { fieldNames, retentionDays } from '#features/submissions/constants.ts'
import type { Route } from './+types/review-page.ts'
import { CheckResults } from './check-results.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { FactSheet } from './fact-sheet.tsx'
import { KeyHelp } from './key-help.tsx'
import { OnAirPanel } from './on-air-panel.tsx'
import { decide } from './decide.ts'
import { ReviewPlayer } from './review-player.tsx'
import { statusLabels } from './status-labels.ts'
import { useAdminKeys } from './use-admin-keys.ts'
import type { SubmissionView } from '#features/submissions/contract.ts'
import { DataTable } from '#ui/data-table.tsx'

export const shouldRevalidate = revalidateAfterActions

export async function loader({ params, context }: Route.LoaderArgs) {
  const { submissionAdmin: admin, backgroundJobs } = context.get(servicesContext)
  const submission = await admin.find(params.id)
  if (!submission) throw data(null, { status: 404 })
  return {
    submission,
    neighbours: await admin.neighbours(params.id),
    isPaused: await backgroundJobs.isPaused(),
    ...pageMessages(context, 'site.player'),
  }
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { submissionAdmin, auditLog, backgroundJobs } = context.get(servicesContext)
  try {
    const done = await decide(submissionAdmin, id, await request.formData(), await backgroundJobs.isPaused())
    await auditLog.record({
      actor: context.get(actorContext).email,
      action: `track.${done.action}`,
      subject: `track:${id}`,
      detail: done.detail,
    })
    return done.outcome
  } catch (error) {
    if (!isAppError(error)) throw error
    if (error.code === 'not-found') throw data(null, { status: 404 })
    return data(
      { kind: 'refused' as const, message: translateError(pageTranslator(context), error) },
      { status: error.status },
    )
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [
    {
      title: pageTitle(
        matches,
        loaderData ? `${loaderData.submission.songTitle} · Submission` : 'Submission not found',
      ),
    },
  ]
}

/** Review page of one track: listen and decide. */
export default function ReviewPage({
  loaderData: { submission, neighbours, isPaused },
  actionData,
}: Route.ComponentProps) {
  const { id, state, songTitle, artistName } = submission
  const isOpen = state === 'in_review' || state === 'received'
  const navigate = useNavigate()
  const submit = useSubmit()
  const { isSending } = useSending()
  // The pressed buttons have disappeared, so the focus is moved.
  const result = useOutcomeFocus(actionData, { always: true })
  const goTo = (target: string | undefined) =>
    target && !isSending ? void navigate(`/admin/submissions/${target}`) : false
  useAdminKeys({
    a: () =>
      isOpen && !isSending ? void submit({ act: 'accept' }, { method: 'post', preventScrollReset: true }) : false,
    d: () =>
      isOpen && !isSending ? focusInView(document.querySelector<HTMLElement>('#decline-reason textarea')) : false,
    j: () => goTo(neighbours.next),
    k: () => goTo(neighbours.previous),
  })
  return (
    <>
      <ScreenHeading title={songTitle} actions={<WaitingLinks neighbours={neighbours} isNextDue={!isOpen} />}>
        by {artistName} · {statusLabels[state]}
      </ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none">
        <ActionResult outcome={actionData} />
      </div>
      {/* On a phone the decision follows right after the player. */}
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-span-8">
          {submission.fileDeletedAt ? (
            <p className="border border-groove bg-plate-raised p-5 text-dust">
              The file was deleted on {formatTimestamp(submission.fileDeletedAt)}. Files of {state} tracks are deleted
              after {retentionDays} days.
            </p>
          ) : (
            <ReviewPlayer key={id} submission={submission} />
          )}
        </div>
        <aside className="flex min-w-0 flex-col gap-8 lg:col-span-4 lg:row-span-2">
          <DecisionPanel key={`${id} ${state}`} submission={submission} />
          {state === 'accepted' || submission.onAir.plays > 0 ? (
            <OnAirPanel submission={submission} isPaused={isPaused} />
          ) : null}
          <KeyHelp
            keys={[
              ...(submission.fileDeletedAt ? [] : [['Space', 'play or pause'] as const]),
              ...(isOpen
                ? ([
                    ['A', 'accept'],
                    ['D', 'decline (enter a reason)'],
                  ] as const)
                : []),
              ['J', 'next in queue'],
              ['K', 'previous in queue'],
            ]}
          />
        </aside>
        <div className="flex min-w-0 flex-col gap-8 lg:col-span-8">
          <CheckResults submission={submission} isPaused={isPaused} />
          <FactSheet submission={submission} />
          <StepTable submission={submission} />
        </div>
      </div>
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return (
      <ScreenHeading title="Something went wrong" actions={<ButtonAnchor href="">Try Again</ButtonAnchor>}>
        This submission could not be loaded. No data was lost. Try again in a moment.
      </ScreenHeading>
    )
  return (
    <ScreenHeading title="Submission not found">
      Check the address, or see <Link to="/admin/submissions">all submissions</Link>.
    </ScreenHeading>
  )
}

type Neighbours = { previous: string | undefined; next: string | undefined; waiting: number }

/**
 * Links to the previous and next track in review.
 *
 * @param isNextDue Whether the current track is decided, so that the next one should be opened.
 */
function WaitingLinks({
  neighbours: { previous, next, waiting },
  isNextDue,
}: {
  neighbours: Neighbours
  isNextDue: boolean
}) {
  return (
    <>
      {previous ? <ButtonLink to={`/admin/submissions/${previous}`}>Previous in queue</ButtonLink> : null}
      {next ? (
        <ButtonLink to={`/admin/submissions/${next}`} variant={isNextDue ? 'primary' : 'quiet'}>
          Next in queue
        </ButtonLink>
      ) : null}
      <ButtonLink to="/admin/submissions">
        {waiting === 0 ? 'Back to queue (empty)' : `Back to queue (${waiting.toLocaleString('en-US')})`}
      </ButtonLink>
    </>
  )
}

const actors: Record<string, string> = { artist: 'Artist', owner: 'You', site: 'Site' }

/** History of a submission, oldest step first. */
function StepTable({ submission: { steps } }: { submission: SubmissionView }) {
  return (
    <section aria-labelledby="steps" className="flex flex-col gap-2">
      <h2 id="steps" className="label text-dust">
        History
      </h2>
      <DataTable
        caption="History of the submission"
        rows={steps.map((step, index) => ({ ...step, index }))}
        rowKey={({ index }) => String(index)}
        empty={null}
        columns={[
          { key: 'at', header: 'Time', cell: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time> },
          {
            key: 'step',
            header: 'Event',
            isShort: true,
            isRowHeader: true,
            cell: ({ step }) => capitalize(step.replaceAll('-', ' ')),
          },
          { key: 'actor', header: 'By', cell: ({ actor }) => actors[actor] ?? actor },
          {
            key: 'detail',
            header: 'Details',
            cell: ({ step, detail }) => (
              <span className="whitespace-pre-line">
                {(step === 'corrected' ? describeFields(detail) : step === 'undone' ? capitalize(detail) : detail) || (
                  <span className="text-dust">None</span>
                )}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}

// Edits are stored with the names of the columns.
function describeFields(detail: string): string {
  const words = detail.split(', ').map((column) => {
    const name = column.replaceAll(/[A-Z]/g, (character) => `_${character.toLowerCase()}`)
    return Object.hasOwn(fieldNames, name) ? fieldNames[name as keyof typeof fieldNames] : column
  })
  return words.join(', ')
}
