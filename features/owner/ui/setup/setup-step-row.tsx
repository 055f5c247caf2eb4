import { CircleAlert, CircleCheck, CircleDashed, CircleMinus } from 'lucide-react'
import { capitalize } from '#shared/cut-text.ts'
import { BreakableText } from '#ui/breakable-text.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { SetupStep } from '#features/owner/setup.ts'

const states = {
  done: { label: 'Done', Sign: CircleCheck, colour: 'text-gain' },
  open: { label: 'To do', Sign: CircleDashed, colour: 'text-dust' },
  skipped: { label: 'Skipped', Sign: CircleMinus, colour: 'text-dust' },
  error: { label: 'Error', Sign: CircleAlert, colour: 'text-loss' },
}

/** A step of the setup with its state, instructions and actions. */
export function SetupStepRow({ step }: { step: SetupStep }) {
  const { id, title, state, message, remedy, href, linkLabel, testLabel } = step
  const { label, Sign, colour } = states[state]
  const needsWork = state === 'open' || state === 'error'
  return (
    <li id={id} className="grid gap-x-8 gap-y-3 border-t border-groove py-4 lg:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <p className={classNames('flex items-center gap-2 self-start lg:pt-0.5', colour)}>
        <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
        {label}
      </p>
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-sans font-semibold">{title}</h2>
        {/* Reasons of errors are written to follow a colon. */}
        <p className="text-small">
          <BreakableText>{capitalize(message)}</BreakableText>
        </p>
        {remedy ? (
          <p className="text-small text-dust">
            <BreakableText>{remedy}</BreakableText>
          </p>
        ) : null}
      </div>
      {/* As wide as its buttons, so that they stay on one line. */}
      <div className="flex flex-wrap content-start gap-3 lg:flex-nowrap lg:items-start">
        {testLabel && state !== 'skipped' ? <StepForm step={step} action="test" label={testLabel} /> : null}
        {state === 'skipped' ? null : (
          <ButtonLink to={href}>
            {linkLabel}
            <span className="sr-only">: {title}</span>
          </ButtonLink>
        )}
        {needsWork ? <StepForm step={step} action="skip" label="Skip" isBare /> : null}
        {state === 'skipped' ? <StepForm step={step} action="resume" label="Do this step" /> : null}
      </div>
    </li>
  )
}

function StepForm({
  step: { id, title },
  action,
  label,
  isBare = false,
}: {
  step: SetupStep
  action: string
  label: string
  isBare?: boolean
}) {
  return (
    <PostForm>
      <input type="hidden" name="step" value={id} />
      <SubmitButton name="act" value={action} {...(isBare ? { variant: 'bare' as const, className: 'px-2' } : {})}>
        {label}
        <span className="sr-only">: {title}</span>
      </SubmitButton>
    </PostForm>
  )
}
