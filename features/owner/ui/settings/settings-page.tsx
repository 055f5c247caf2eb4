import { useEffect, useRef } from 'react'
import { data, redirect } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { ActResult, type ActOutcome } from '#ui/act-result.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { lookAgainAfterActs } from '#ui/look-again-after-acts.ts'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { ownerSessionContext } from '../desk/owner-context.ts'
import { LetterSection } from './letter-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { ValuesSection } from './values-section.tsx'
import type { Route } from './+types/settings-page.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { SettingsPart } from '#ui/desk/settings-part.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import type { HealthLine } from '#features/owner/contract.ts'

const states = {
  'well': { words: 'Well', Sign: CircleCheck, colour: 'text-gain' },
  'stand-in': { words: 'Stand-in', Sign: CircleDashed, colour: 'text-dust' },
  'off': { words: 'Off', Sign: CircleMinus, colour: 'text-dust' },
  'trouble': { words: 'Trouble', Sign: CircleAlert, colour: 'text-loss' },
}

const columns: DataColumn<HealthLine>[] = [
  { key: 'name', header: 'What', cell: ({ name }) => name, isRowHeader: true },
  { key: 'state', header: 'State', cell: ({ state }) => <State state={state} /> },
  {
    key: 'says',
    header: 'Answer',
    cell: ({ says, todo }) => (
      <div className="flex flex-col gap-1">
        <p>{says}</p>
        {todo ? <p className="text-dust">{todo}</p> : null}
      </div>
    ),
  },
]

/** How everything outside is, asked while the page was made. */
function HealthSection({ lines }: { lines: HealthLine[] }) {
  const trouble = lines.filter(({ state }) => state === 'trouble').length
  return (
    <SettingsPart
      id="health"
      title="Health"
      lead={`Asked just now, each for three seconds at most. ${trouble === 0 ? 'Nothing is in trouble.' : `In trouble: ${trouble}.`}`}
    >
      <DataTable
        caption="What the site leans on"
        columns={columns}
        rows={lines}
        rowKey={({ name }) => name}
        isMarked={({ state }) => state === 'trouble'}
        empty={null}
      />
    </SettingsPart>
  )
}

function State({ state }: { state: HealthLine['state'] }) {
  const { words, Sign, colour } = states[state]
  return (
    <span className={classNames('inline-flex items-center gap-2 whitespace-nowrap', colour)}>
      <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
      {words}
    </span>
  )
}

type Answer = { outcome: ActOutcome; problems: Record<string, string>; typed: Record<string, string> }

const answer = (outcome: ActOutcome, problems = {}, typed = {}): Answer => ({ outcome, problems, typed })

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Settings') }, { name: 'robots', content: 'noindex' }]

export const shouldRevalidate = lookAgainAfterActs

export async function loader({ context }: Route.LoaderArgs) {
  const { owner, settings, health, deskLog, newsletterSchedule } = context.get(servicesContext)
  const [sessions, values, lines, [backup], schedule] = await Promise.all([
    owner.sessions(),
    settings.read(),
    health.ask(),
    deskLog.list('backup'),
    newsletterSchedule.view(),
  ])
  return { sessions, schedule, current: context.get(ownerSessionContext).id, values, lines, lastBackup: backup?.at }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { owner, settings, newsletterSchedule } = context.get(servicesContext)
  const { email } = context.get(actorContext)
  const done = (message: string) => answer({ kind: 'done', message })
  try {
    switch (text('act')) {
      case 'everywhere': {
        const { setCookie } = await owner.signOutEverywhere()
        return redirect('/admin', { status: 303, headers: { 'Set-Cookie': setCookie } })
      }
      case 'save': {
        const typed = Object.fromEntries(
          [...form.keys()].flatMap((name) => (/^[A-Z_]+$/.test(name) ? [[name, text(name)]] : [])),
        )
        const { problems } = await settings.save(typed, Number(text('over')) || undefined, email)
        if (Object.keys(problems).length > 0)
          return data(
            answer(
              { kind: 'refused', message: 'Nothing was set: please look at what is marked below.' },
              problems,
              typed,
            ),
            {
              status: 400,
            },
          )
        return done('Set. Pages and mails show it from now on.')
      }
      case 'restore':
        await settings.restore(Number(text('revision')), email)
        return done('Set as it was then.')
      case 'reset':
        await settings.reset(email)
        return done('Everything is as configured again.')
      case 'hold-letters':
        await newsletterSchedule.pause(email)
        return done('Held. No letter leaves before you say so.')
      case 'resume-letters':
        await newsletterSchedule.resume(email)
        return done('Letters go out by themselves again.')
      default:
        return data(answer({ kind: 'refused', message: 'There is no such act.' }), { status: 400 })
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return data(answer({ kind: 'refused', message: error.message }), { status: error.status })
  }
}

/** How the site is: what it leans on, what the owner set, where the owner is signed in. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { sessions, current, values, lines, lastBackup, schedule } = loaderData
  const result = useRef<HTMLDivElement>(null)
  // The form that was sent is made anew below; the focus stays with what came of it.
  useEffect(() => {
    if (actionData) focusInView(result.current)
  }, [actionData])
  return (
    <>
      <ScreenHeading title="Settings">
        What this site leans on, what you have set, and where you are signed in.
      </ScreenHeading>
      <HealthSection lines={lines} />
      <div ref={result} tabIndex={-1} className="outline-none">
        <ActResult outcome={actionData?.outcome} />
      </div>
      {/* Made anew after every change, so that the fields show what holds now. */}
      <ValuesSection
        key={values.revision}
        values={values}
        problems={actionData?.problems ?? {}}
        typed={actionData?.typed ?? {}}
      />
      <LetterSection schedule={schedule} />
      <BackupSection last={lastBackup} />
      <SessionsSection sessions={sessions} current={current} />
    </>
  )
}

/** Everything in one file. */
function BackupSection({ last }: { last: string | undefined }) {
  return (
    <SettingsPart
      id="backup"
      title="Backup"
      lead={last ? `Last downloaded ${formatTimestamp(last)}.` : 'None was downloaded from this installation yet.'}
    >
      <p className="measure text-small">
        One file with every table as it is in this moment, every stored file and the content folder. It holds what
        buyers and artists trusted you with: keep it where nobody else reads.{' '}
        <code className="figures text-[0.8125rem]">npm run restore -- backup.tar</code> fills a new installation with
        it, where no mail leaves before you say so.
      </p>
      <p>
        <ButtonAnchor href="/api/owner/backup" download>
          Download a backup
        </ButtonAnchor>
      </p>
    </SettingsPart>
  )
}
