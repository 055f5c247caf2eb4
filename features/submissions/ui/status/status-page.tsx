import { useEffect, useRef } from 'react'
import { data, useRevalidator } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { isAppError } from '#shared/errors.ts'
import { pageMessages, pageTranslator, translateError } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/field.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { Section } from '#ui/section.tsx'
import { useLastReply } from '#ui/use-last-reply.ts'
import type { SubmissionStatus } from '#features/submissions/contract.ts'
import type { Route } from './+types/status-page.ts'
import { formMessages } from '../submit/form-messages.ts'
import { type ActionResult, CorrectForm, WithdrawForm } from './actions.tsx'
import { Recording } from './recording.tsx'
import { headlineOf, statusStepsOf, type StatusStep } from './status-steps.ts'
import { Check, Circle, Radio, X } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { formatLongTimestamp } from '#shared/long-timestamp.ts'

const signs = { done: Check, now: Radio, ahead: Circle, ended: X }

/** List of the status steps. */
function StatusSteps({ statusSteps }: { statusSteps: readonly StatusStep[] }) {
  const t = useTranslations('submissions.status')
  const locale = useLocale()
  return (
    <ol className="flex flex-col border-b border-groove">
      {statusSteps.map((statusStep) => {
        const Sign = signs[statusStep.is]
        return (
          <li
            key={statusStep.name}
            aria-current={statusStep.is === 'now' ? 'step' : undefined}
            className={classNames(
              'grid grid-cols-[2rem_1fr] gap-x-3 border-t border-groove py-4 sm:grid-cols-[2rem_9rem_1fr_auto]',
              statusStep.is === 'ahead' && 'text-dust',
            )}
          >
            <Sign
              size={20}
              strokeWidth={1.5}
              aria-hidden="true"
              className={classNames(
                'mt-0.5',
                statusStep.is === 'now' && 'text-live',
                statusStep.is === 'ended' && 'text-loss',
              )}
            />
            <span className="font-semibold">
              {statusStep.name}
              <span className="sr-only">, {t(`spoken.${statusStep.is}`)}</span>
            </span>
            <span className="text-small break-words max-sm:col-start-2">{statusStep.words}</span>
            {statusStep.at ? (
              <time dateTime={statusStep.at} className="text-small text-dust max-sm:col-start-2 max-sm:mt-1">
                {formatLongTimestamp(new Date(statusStep.at), locale)}
              </time>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

const everyMs = 12_000

/** Refreshes the status while the page is visible. */
function useFreshStatus(isOver: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOver) return
    const refresh = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(refresh, everyMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [revalidate, isOver])
}

// Not listed anywhere, because anyone with its address can open the page.
export const handle: PageHandle = { isTranslated: true }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [
    { title: pageTitle(matches, loaderData.head.title) },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

// Anyone with its address can open the page, so the address must not be sent to other sites or stored by caches.
const secret = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' }

export const headers = () => secret

export async function loader({ params, context }: Route.LoaderArgs) {
  const status = await context.get(servicesContext).submissions.status(params.token)
  const head = { title: pageTranslator(context)('submissions.status.kicker') }
  const messages = pageMessages(context, 'submissions.status', 'submissions.notes', ...formMessages)
  return data({ status: status ?? null, head, ...messages }, { status: status ? 200 : 404 })
}

export async function action({ params, context, request }: Route.ActionArgs) {
  const { submissions } = context.get(servicesContext)
  const t = pageTranslator(context)
  const form = await request.formData()
  const action = form.get('act') === 'withdraw' ? 'withdraw' : 'correct'
  const typed = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const answer = (acted: ActionResult, init?: ResponseInit) => data(acted, init)
  try {
    if (action === 'withdraw') await submissions.withdraw(params.token)
    else await submissions.correct(params.token, typed)
    return answer({
      action,
      ok: true,
      message: action === 'withdraw' ? t('submissions.status.withdrawnNow') : t('submissions.status.saved'),
    })
  } catch (error) {
    if (!isAppError(error)) throw error
    return answer(
      { action, ok: false, message: translateError(pageTranslator(context), error), code: error.code, typed },
      { status: error.status },
    )
  }
}

/** The artist's private page, with the status of the track until it is on air. */
export default function StatusPage({ loaderData: { status }, actionData }: Route.ComponentProps) {
  const acted = useLastReply(actionData)
  return status ? <Known status={status} acted={acted} /> : <UnknownSubmission />
}

function Known({ status, acted }: { status: SubmissionStatus; acted: ActionResult | undefined }) {
  const isOver = status.state === 'declined' || status.state === 'withdrawn'
  useFreshStatus(isOver)
  const t = useTranslations('submissions.status')
  const tSteps = useTranslations('submissions.status.steps')
  const headline = headlineOf(status, tSteps)
  const { texts, facts, checks, onAir, state } = status
  const messageRef = useRef<HTMLParagraphElement>(null)
  // The submitted form is collapsed or has disappeared, so the focus is moved.
  useEffect(() => {
    if (acted?.ok) messageRef.current?.focus()
  }, [acted])
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="submit"
        kicker={t('kicker')}
        title={headline}
        lead={t('lead', { song: texts.song_title, artist: texts.artist_name })}
      />
      <p role="status" className="sr-only">
        {headline}
      </p>
      <Section title={t('status')} {...(isOver ? {} : { lead: t('emails', { email: status.maskedEmail }) })}>
        <StatusSteps statusSteps={statusStepsOf(status, tSteps)} />
      </Section>
      <Section title={t('recording')}>
        <Recording facts={facts} checks={checks} onAir={onAir} state={state} />
      </Section>
      {status.mayCorrect || status.mayWithdraw || acted ? (
        <Section title={t(status.mayCorrect ? 'edit' : status.mayWithdraw ? 'withdrawOnly' : 'result')}>
          <div className="flex max-w-3xl flex-col border-b border-groove">
            {/* The form that shows the error disappears with the permission. Errors of its fields disappear, too. */}
            <FormError>
              {acted && !acted.ok && acted.code !== 'invalid-input' && !isFormShown(acted, status)
                ? acted.message
                : null}
            </FormError>
            <p
              ref={messageRef}
              role="status"
              tabIndex={-1}
              className="pb-4 text-small text-gain outline-none empty:hidden"
            >
              {acted?.ok ? acted.message : null}
            </p>
            {status.mayCorrect ? <CorrectForm texts={texts} acted={acted} /> : null}
            {status.mayWithdraw ? <WithdrawForm state={state} isInRotation={onAir.isInRotation} acted={acted} /> : null}
          </div>
        </Section>
      ) : null}
    </main>
  )
}

const isFormShown = ({ action }: ActionResult, { mayCorrect, mayWithdraw }: SubmissionStatus) =>
  action === 'correct' ? mayCorrect : mayWithdraw

function UnknownSubmission() {
  const t = useTranslations('submissions.status')
  return (
    <NoticePage
      figure="not-found"
      kicker="404"
      title={t('notFound')}
      actions={<ButtonLink to="/submit">{t('submit')}</ButtonLink>}
    >
      {t('notFoundHint')}
    </NoticePage>
  )
}
