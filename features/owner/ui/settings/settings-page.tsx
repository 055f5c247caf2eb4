import { useState } from 'react'
import { data, redirect, useNavigation } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult, type ActionOutcome } from '#ui/action-result.tsx'
import { useLastReply } from '#ui/use-last-reply.ts'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { ownerSessionContext } from '../admin/owner-context.ts'
import { BackupSection } from './backup-section.tsx'
import { NewsletterSendingSection } from './newsletter-section.tsx'
import { runPasskeyAction } from './passkey-actions.ts'
import { NewRecoveryCodes, PasskeysSection, RecoveryCodesSection } from './passkeys-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { LogoSection, logoOutcomes } from './logo-section.tsx'
import { ValuesSection } from './values-section.tsx'
import { useOwnOutcome } from './own-outcome.ts'
import type { Route } from './+types/settings-page.ts'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { BreakableText } from '#ui/breakable-text.tsx'
import { capitalize } from '#shared/cut-text.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import type { ScheduleView } from '#features/delivery/contract.ts'
import type { ServiceStatus } from '#features/owner/contract.ts'

const states = {
  ok: { label: 'OK', Sign: CircleCheck, colour: 'text-gain' },
  configured: { label: 'Set up', Sign: CircleDashed, colour: 'text-dust' },
  local: { label: 'Local', Sign: CircleDashed, colour: 'text-dust' },
  off: { label: 'Off', Sign: CircleMinus, colour: 'text-dust' },
  unset: { label: 'Not set', Sign: CircleMinus, colour: 'text-dust' },
  error: { label: 'Error', Sign: CircleAlert, colour: 'text-loss' },
}

const columns: DataColumn<ServiceStatus>[] = [
  { key: 'name', header: 'Service', cell: ({ name }) => name, isRowHeader: true },
  { key: 'state', header: 'Status', cell: ({ state }) => <State state={state} /> },
  {
    key: 'details',
    header: 'Details',
    cell: ({ message, remedy }) => (
      <div className="flex flex-col gap-1">
        {/* Reasons of errors are written to follow a colon. */}
        <p>
          <BreakableText>{capitalize(message)}</BreakableText>
        </p>
        {remedy ? (
          <p className="text-dust">
            <BreakableText>{remedy}</BreakableText>
          </p>
        ) : null}
      </div>
    ),
  },
]

type HealthSectionProps = { lines: ServiceStatus[]; mailsNeedingAction: number; version: string }

/** Status of all services, checked while the page was rendered. */
function HealthSection({ lines, mailsNeedingAction, version }: HealthSectionProps) {
  const errorCount = lines.filter(({ state }) => state === 'error').length
  return (
    <SettingsSection
      id="health"
      title="Service status"
      lead={[
        'Checked when this page loaded.',
        errorCount === 0 ? 'No service errors.' : `Services with errors: ${errorCount}.`,
        mailsNeedingAction > 0 ? `Emails under Needs action: ${mailsNeedingAction}.` : '',
      ]
        .join(' ')
        .trim()}
    >
      <DataTable
        caption="Services"
        columns={columns}
        rows={lines}
        rowKey={({ name }) => name}
        isHighlighted={({ state }) => state === 'error'}
        empty={null}
      />
      <p className="text-small text-dust">Swade version {version}</p>
    </SettingsSection>
  )
}

function State({ state }: { state: ServiceStatus['state'] }) {
  const { label, Sign, colour } = states[state]
  return (
    <span className={classNames('inline-flex items-center gap-2 whitespace-nowrap', colour)}>
      <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
      {label}
    </span>
  )
}

type Answer = {
  outcome: ActionOutcome
  problems: Record<string, string>
  typed: Record<string, string>
  /** New recovery codes, shown once. */
  codes?: string[] | undefined
}

const answer = (outcome: ActionOutcome, problems = {}, typed = {}): Answer => ({ outcome, problems, typed })

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, 'Settings') },
  { name: 'robots', content: 'noindex' },
]

export const shouldRevalidate = revalidateAfterActions

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { site, owner, ownerPasskeys, settings, health, backups, newsletterSchedule, inbox } =
    context.get(servicesContext)
  const [sessions, signInWays, values, lines, backup, schedule, { items }] = await Promise.all([
    owner.listSessions(),
    ownerPasskeys.overview(),
    settings.read(),
    health.check(),
    backups.status(),
    newsletterSchedule.view(),
    inbox.list(),
  ])
  const current = context.get(ownerSessionContext).id
  const refused = searchParams.get('refused')
  const logoOutcome: ActionOutcome | undefined = refused
    ? { kind: 'refused', message: refused.slice(0, 300) }
    : (logoOutcomes as Record<string, ActionOutcome>)[searchParams.get('logo') ?? '']
  return {
    siteName: site.name,
    logoOutcome,
    sessions,
    signInWays,
    schedule,
    current,
    values,
    lines,
    mailsNeedingAction: items.filter(({ key }) => /^mail-(failed|uncertain):/.test(key)).length,
    version: health.version,
    backup,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { owner, ownerPasskeys, settings, newsletterSchedule } = context.get(servicesContext)
  const { email } = context.get(actorContext)
  const done = (message: string) => answer({ kind: 'done', message })
  try {
    const session = context.get(ownerSessionContext)
    const changed = await runPasskeyAction(form, { passkeys: ownerPasskeys, session })
    if (changed) return { ...done(changed.message), codes: changed.codes }
    switch (text('act')) {
      case 'everywhere': {
        const { setCookie } = await owner.signOutEverywhere()
        return redirect('/admin', { status: 303, headers: { 'Set-Cookie': setCookie } })
      }
      case 'save': {
        const typed = Object.fromEntries(
          [...form.keys()].flatMap((name) => (/^[A-Z_]+$/.test(name) ? [[name, text(name)]] : [])),
        )
        const { problems, isUnchanged } = await settings.save(typed, Number(text('over')) || undefined, email)
        if (Object.keys(problems).length > 0)
          return data(
            answer(
              { kind: 'refused', message: 'Settings were not saved. Correct the marked fields below.' },
              problems,
              typed,
            ),
            {
              status: 400,
            },
          )
        return done(
          isUnchanged ? 'There were no changes to save.' : 'Settings saved. Pages and emails show the new values now.',
        )
      }
      case 'remove-logo':
        await settings.setLogo(undefined, email)
        return done('Logo removed. Pages and emails show the name of the site.')
      case 'restore':
        await settings.restore(Number(text('revision')), email)
        return done('The earlier settings are restored.')
      case 'reset': {
        const { logo } = await settings.read()
        await settings.reset(email)
        return done(`All settings are reset to the configuration.${logo ? ' The logo was removed, too.' : ''}`)
      }
      case 'pause-sending':
        await newsletterSchedule.pause(email)
        return done('Sending is paused. No newsletters will be sent until you resume.')
      case 'resume-sending':
        await newsletterSchedule.resume(email)
        return answer(resumedOutcome(await newsletterSchedule.view()))
      default:
        return data(answer({ kind: 'refused', message: 'Unknown action. Reload the page and try again.' }), {
          status: 400,
        })
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return data(answer({ kind: 'refused', message: translateError(pageTranslator(context), error) }), {
      status: error.status,
    })
  }
}

/** Returns the outcome of resuming the newsletter, which may be stopped by something else. */
function resumedOutcome({ is_held: isHeld, held_reason: reason, obstacles }: ScheduleView): ActionOutcome {
  if (isHeld) return { kind: 'refused', message: `Sending is still paused. ${reason}`.trim() }
  if (obstacles.length > 0)
    return {
      kind: 'refused',
      message: 'Sending is no longer paused, but newsletters are still blocked. See Newsletter below.',
    }
  return { kind: 'done', message: 'Sending has resumed. Newsletters are sent automatically again.' }
}

/** Service status, site settings, newsletter, backup and sessions of the owner. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, logoOutcome, sessions, signInWays, current, values, backup, schedule } = loaderData
  const reply = useLastReply(actionData)
  // The submitted form is recreated below, so the result gets the focus.
  const result = useOutcomeFocus(reply, { always: true })
  const upload = useOwnOutcome<ActionOutcome>()
  // Recovery codes appear together with the message that confirms them, and stay until another form is sent.
  const { state } = useNavigation()
  const [shown, setShown] = useState(reply)
  if (shown !== reply && (state === 'idle' || !reply)) setShown(reply)
  return (
    <>
      <ScreenHeading title="Settings">Service status, site settings and active sessions.</ScreenHeading>
      {/* First in the page, so that it is seen without script too. */}
      <div ref={result} tabIndex={-1} className="outline-none">
        <ActionResult outcome={upload.isNewest ? undefined : (reply?.outcome ?? logoOutcome)} />
        {shown?.codes ? <NewRecoveryCodes codes={shown.codes} /> : null}
      </div>
      <HealthSection
        lines={loaderData.lines}
        mailsNeedingAction={loaderData.mailsNeedingAction}
        version={loaderData.version}
      />
      {/* Recreated when a value has changed, so that the fields show it. */}
      <ValuesSection
        key={JSON.stringify(values.settings.map(({ value }) => value))}
        values={values}
        problems={reply?.problems ?? {}}
        typed={reply?.typed ?? {}}
      />
      <LogoSection logo={values.logo} siteName={siteName} upload={upload} />
      <NewsletterSendingSection schedule={schedule} />
      <BackupSection status={backup} />
      <PasskeysSection passkeys={signInWays.passkeys} />
      <RecoveryCodesSection left={signInWays.recoveryCodesLeft} />
      <SessionsSection sessions={sessions} current={current} />
    </>
  )
}
