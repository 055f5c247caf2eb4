import { data } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { cutText } from '#shared/cut-text.ts'
import { ActResult, type ActOutcome } from '#ui/act-result.tsx'
import { lookAgainAfterActs } from '#ui/look-again-after-acts.ts'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { AsideList } from './aside-list.tsx'
import { NeedCard } from './need-card.tsx'
import type { Route } from './+types/inbox-page.ts'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Needs you') }, { name: 'robots', content: 'noindex' }]

export const shouldRevalidate = lookAgainAfterActs

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(servicesContext).inbox.list()
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => cutText(String(form.get(name) ?? ''), 300)
  const [act, key, title] = [text('act'), text('key'), text('title')]
  const { inbox } = context.get(servicesContext)
  const { email } = context.get(actorContext)
  const done = (message: string, undo?: string): ActOutcome => ({
    kind: 'done',
    message,
    ...(undo && { undo: { act: undo, key, title } }),
  })
  try {
    switch (act) {
      case 'do':
        await inbox.act(key, email)
        return done(`${text('told') || 'Done'}: ${title}.`, text('canUndo') ? 'undo' : undefined)
      case 'undo':
        await inbox.undo(key, email)
        return done(`Taken back: ${title}.`)
      case 'aside':
        await inbox.putAside(key, email)
        return done(`Put aside for a week: ${title}.`, 'back')
      case 'back':
        await inbox.bringBack(key, email)
        return done(`Back on the list: ${title}.`)
      default:
        return data<ActOutcome>({ kind: 'refused', message: 'There is no such act.' }, { status: 400 })
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return data<ActOutcome>({ kind: 'refused', message: error.message }, { status: error.status })
  }
}

/** One list of everything that waits for the owner, the worst first. */
export default function InboxPage({ loaderData: { needs, aside, lookedAt, silent }, actionData }: Route.ComponentProps) {
  const result = useFocusKept(actionData)
  return (
    <>
      <ScreenHeading title="Needs you">
        {needs.length === 0 ? 'Nothing waits.' : needs.length === 1 ? 'One thing waits.' : `${needs.length} things wait, the worst first.`}{' '}
        Looked at <time dateTime={lookedAt}>{formatTimestamp(lookedAt)}</time>.
      </ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActResult outcome={actionData} />
      </div>
      {silent.length > 0 ? (
        <p className="border border-loss p-4 text-small text-loss" role="alert">
          Could not be asked just now: {silent.join(', ')}. What waits there is not on this list; load it again in a moment.
        </p>
      ) : null}
      {needs.length === 0 && silent.length === 0 ? (
        <EmptyState title="Nothing needs you">
          No money, no person and no promise waits. Last looked at {formatTimestamp(lookedAt)}; the list is made anew each time you open it.
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-4">
          {needs.map((need) => (
            <NeedCard key={need.key} need={need} />
          ))}
        </ol>
      )}
      <AsideList aside={aside} />
    </>
  )
}
