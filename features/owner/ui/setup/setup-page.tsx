import { data } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { type ActionOutcome, ActionResult } from '#ui/action-result.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { SamplesSection } from './samples-section.tsx'
import { SetupStepRow } from './setup-step-row.tsx'
import type { Route } from './+types/setup-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, 'Setup') },
  { name: 'robots', content: 'noindex' },
]

export const shouldRevalidate = revalidateAfterActions

export async function loader({ context }: Route.LoaderArgs) {
  const { setup } = context.get(servicesContext)
  return { steps: await setup.steps(), groups: setup.samples(), isPutOff: setup.isPutOff() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { setup } = context.get(servicesContext)
  const { email } = context.get(actorContext)
  const refused = (message: string, status: number) => data<ActionOutcome>({ kind: 'refused', message }, { status })
  const done = (message: string, undo?: Record<string, string>): ActionOutcome => ({
    kind: 'done',
    message,
    ...(undo && { undo }),
  })
  try {
    switch (text('act')) {
      case 'skip':
        await setup.setSkipped(text('step'), true, email)
        return done('Step skipped.', { act: 'resume', step: text('step') })
      case 'resume':
        await setup.setSkipped(text('step'), false, email)
        return done('The step is no longer skipped.')
      case 'put-off':
        await setup.setPutOff(true, email)
        return done('Setup no longer opens when you sign in. You can still open it from the admin tabs.', {
          act: 'take-up',
        })
      case 'take-up':
        await setup.setPutOff(false, email)
        return done('Setup opens when you sign in until every step is done or skipped.')
      case 'test': {
        const { ok, message } = await setup.test(text('step'), email)
        return ok ? done(message) : ({ kind: 'refused', message } satisfies ActionOutcome)
      }
      case 'remove-samples': {
        if (text('confirm') !== 'yes') return refused('Select the checkbox first. No samples were removed.', 400)
        const hasBooks = setup.samples().some(({ kind, samples }) => kind === 'book' && samples.length > 0)
        const count = await setup.removeSamples(email)
        const note = hasBooks ? ' Sample books stay in the list of books as drafts.' : ''
        return done(`Samples removed from the site: ${count}.${note}`, { act: 'restore-samples' })
      }
      case 'restore-samples':
        return done(`Samples restored: ${await setup.restoreSamples(email)}.`)
      default:
        return refused('Unknown action. Reload the page and try again.', 400)
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return refused(translateError(pageTranslator(context), error), error.status)
  }
}

/** Checklist from the sample site to the owner's own site. */
export default function SetupPage({ loaderData: { steps, groups, isPutOff }, actionData }: Route.ComponentProps) {
  const result = useOutcomeFocus(actionData)
  const settled = steps.filter(({ state }) => state === 'done' || state === 'skipped').length
  return (
    <>
      <ScreenHeading title="Setup">
        Turn the sample site into your own. Steps done or skipped: {settled} of {steps.length}. Reload this page to
        check again.
      </ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult outcome={actionData} />
      </div>
      <ol aria-label="Steps" className="flex flex-col border-b border-groove">
        {steps.map((step) => (
          <SetupStepRow key={step.id} step={step} />
        ))}
      </ol>
      {settled < steps.length ? <LaterForm isPutOff={isPutOff} /> : null}
      <SamplesSection groups={groups} />
    </>
  )
}

/** Postpones Setup, so that signing in leads to the inbox, or undoes that. */
function LaterForm({ isPutOff }: { isPutOff: boolean }) {
  return (
    <PostForm className="flex flex-wrap items-center justify-between gap-4">
      <p className="measure text-small text-dust">
        {isPutOff
          ? 'This page no longer opens when you sign in. The Needs action page shows how many steps are left.'
          : 'This page opens when you sign in until every step is done or skipped.'}
      </p>
      <SubmitButton name="act" value={isPutOff ? 'take-up' : 'put-off'}>
        {isPutOff ? 'Open Setup when I sign in' : 'Set up later'}
      </SubmitButton>
    </PostForm>
  )
}
