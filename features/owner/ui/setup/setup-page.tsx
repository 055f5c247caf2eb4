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
import { SamplesSection } from './samples-section.tsx'
import { SetupStepRow } from './setup-step-row.tsx'
import type { Route } from './+types/setup-page.ts'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Setup') }, { name: 'robots', content: 'noindex' }]

export const shouldRevalidate = revalidateAfterActions

export async function loader({ context }: Route.LoaderArgs) {
  const { setup } = context.get(servicesContext)
  return { steps: await setup.steps(), groups: setup.samples() }
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
        return done('The step is on the list again.')
      case 'test': {
        const { ok, message } = await setup.test(text('step'), email)
        return ok ? done(message) : ({ kind: 'refused', message } satisfies ActionOutcome)
      }
      case 'remove-samples': {
        if (text('confirm') !== 'yes') return refused('Select the checkbox first. Nothing was removed.', 400)
        const count = await setup.removeSamples(email)
        return done(`Samples removed: ${count}.`, { act: 'restore-samples' })
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

/** Checklist from the sample site to the owner's own. */
export default function SetupPage({ loaderData: { steps, groups }, actionData }: Route.ComponentProps) {
  const result = useOutcomeFocus(actionData)
  const settled = steps.filter(({ state }) => state === 'done' || state === 'skipped').length
  return (
    <>
      <ScreenHeading title="Setup">
        From the sample site to your own: {settled} of {steps.length} steps are done or skipped. The list reads the
        state of the site each time this page loads.
      </ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult outcome={actionData} />
      </div>
      <ol aria-label="Steps" className="flex flex-col border-b border-groove">
        {steps.map((step) => (
          <SetupStepRow key={step.id} step={step} />
        ))}
      </ol>
      <SamplesSection groups={groups} />
    </>
  )
}
