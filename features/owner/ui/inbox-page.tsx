import { data } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { cutText } from '#shared/cut-text.ts'
import { ActionResult, type ActionOutcome } from '#ui/action-result.tsx'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { Route } from './+types/inbox-page.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Inbox, ActionItem } from '#features/owner/contract.ts'
import { classNames } from '#ui/class-names.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { SetupNotice } from './setup/setup-notice.tsx'

const severityLabels: Record<ActionItem['severity'], string> = {
  money: 'Payments',
  person: 'Someone is waiting',
  promise: 'Site and newsletter',
  upkeep: 'Maintenance',
}

/** Card of an action item with its facts and actions. */
function ActionItemCard({ item }: { item: ActionItem }) {
  const { key, severity, title, detail, since, due, action, href, linkLabel = 'View details' } = item
  const headingId = `item-${key.replace(/[^\w-]/g, '-')}`
  return (
    <li>
      <article
        aria-labelledby={headingId}
        className="grid gap-x-8 gap-y-4 border border-groove bg-plate-raised p-4 md:p-5 lg:grid-cols-12"
      >
        <div className="flex flex-col gap-1 lg:col-span-2">
          <p className={classNames('label', severity === 'money' ? 'text-live' : 'text-dust')}>
            {severityLabels[severity]}
          </p>
          {since ? (
            <p className="figures text-[0.75rem] text-dust">
              <span className="sr-only">Since </span>
              <time dateTime={since}>{formatTimestamp(since)}</time>
            </p>
          ) : null}
          {due ? (
            <p className="figures text-[0.75rem] text-loss">
              Due <time dateTime={due}>{formatTimestamp(due)}</time>
            </p>
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere] lg:col-span-5">
          <h2 id={headingId} className="font-sans font-semibold">
            {title}
          </h2>
          <p className="text-small text-dust">{detail}</p>
        </div>
        <div className="flex flex-wrap content-start gap-3 lg:col-span-5 lg:justify-end">
          {action ? (
            <ActionItemForm
              item={item}
              action="run"
              label={action.label}
              isPrimary
              canUndo={action.canUndo}
              doneMessage={action.doneMessage}
            />
          ) : null}
          <ButtonLink to={href}>{linkLabel}</ButtonLink>
          <ActionItemForm item={item} action="snooze" label="Snooze for a week" />
        </div>
      </article>
    </li>
  )
}

type FormProps = {
  item: ActionItem
  action: string
  label: string
  isPrimary?: boolean
  canUndo?: boolean
  doneMessage?: string | undefined
}

function ActionItemForm({
  item: { key, title },
  action,
  label,
  isPrimary = false,
  canUndo = false,
  doneMessage,
}: FormProps) {
  return (
    <PostForm>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="title" value={title} />
      {canUndo ? <input type="hidden" name="canUndo" value="1" /> : null}
      {doneMessage ? <input type="hidden" name="doneMessage" value={doneMessage} /> : null}
      <SubmitButton
        name="act"
        value={action}
        variant={isPrimary ? 'primary' : 'bare'}
        {...(isPrimary ? {} : { className: 'px-2' })}
      >
        {label}
        <span className="sr-only">: {title}</span>
      </SubmitButton>
    </PostForm>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, 'Needs action') },
  { name: 'robots', content: 'noindex' },
]

export const shouldRevalidate = revalidateAfterActions

export async function loader({ context }: Route.LoaderArgs) {
  const { inbox, setup } = context.get(servicesContext)
  const [list, stepsLeft] = await Promise.all([inbox.list(), setup.countLeft().catch(() => 0)])
  return { ...list, stepsLeft }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => cutText(String(form.get(name) ?? ''), 500)
  const [act, key, title] = [text('act'), text('key'), text('title')]
  const { inbox } = context.get(servicesContext)
  const { email } = context.get(actorContext)
  const done = (message: string, undo?: string): ActionOutcome => ({
    kind: 'done',
    message,
    ...(undo && { undo: { act: undo, key, title } }),
  })
  try {
    switch (act) {
      case 'run':
        await inbox.runAction(key, email)
        return done(text('doneMessage') || `Marked as done: ${title}.`, text('canUndo') ? 'undo' : undefined)
      case 'undo':
        await inbox.undo(key, email)
        return done(`Needs action again: ${title}.`)
      case 'snooze':
        await inbox.snooze(key, email)
        return done(`Snoozed for a week: ${title}.`, 'unsnooze')
      case 'unsnooze':
        await inbox.unsnooze(key, email)
        return done(`No longer snoozed: ${title}.`)
      default:
        return data<ActionOutcome>(
          { kind: 'refused', message: 'Unknown action. Reload the page and try again.' },
          { status: 400 },
        )
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return data<ActionOutcome>(
      { kind: 'refused', message: translateError(pageTranslator(context), error) },
      { status: error.status },
    )
  }
}

/** Inbox with all action items of the owner, most important first. */
export default function InboxPage({
  loaderData: { items, snoozed, checkedAt, failedKinds, stepsLeft },
  actionData,
}: Route.ComponentProps) {
  const result = useOutcomeFocus(actionData)
  return (
    <>
      <ScreenHeading title="Needs action">
        {summaryOf(items.length, failedKinds.length > 0)} Checked{' '}
        <time dateTime={checkedAt} className="whitespace-nowrap">
          {formatTimestamp(checkedAt)}
        </time>
        .
      </ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult outcome={actionData} />
      </div>
      <SetupNotice stepsLeft={stepsLeft} />
      {failedKinds.length > 0 ? (
        <p className="border border-loss p-4 text-small text-loss" role="alert">
          Some action items couldn’t be loaded. Reload the page in a moment.
        </p>
      ) : null}
      {items.length === 0 && failedKinds.length === 0 ? (
        <EmptyState title="You’re all caught up">
          New action items appear here. Reload the page to check again.{' '}
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-4">
          {items.map((item) => (
            <ActionItemCard key={item.key} item={item} />
          ))}
        </ol>
      )}
      <SnoozedList snoozed={snoozed} />
    </>
  )
}

function summaryOf(count: number, isIncomplete: boolean): string {
  if (isIncomplete) return 'This list is incomplete.'
  if (count === 0) return 'No action items.'
  return count === 1 ? '1 action item.' : `${count} action items, most important first.`
}

/** Snoozed items, which reappear by themselves. */
function SnoozedList({ snoozed }: { snoozed: Inbox['snoozed'] }) {
  if (snoozed.length === 0) return null
  return (
    <details className="border-t border-groove pt-2">
      <summary className="label flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">
        {snoozed.length} snoozed
      </summary>
      <ul className="flex flex-col">
        {snoozed.map(({ key, title, until }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-4 border-t border-groove py-3">
            <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
              {title}{' '}
              <span className="figures text-[0.75rem] text-dust">
                · snoozed until <time dateTime={until}>{formatTimestamp(until)}</time>
              </span>
            </p>
            <PostForm>
              <input type="hidden" name="key" value={key} />
              <input type="hidden" name="title" value={title} />
              <SubmitButton name="act" value="unsnooze">
                Unsnooze<span className="sr-only">: {title}</span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  )
}
