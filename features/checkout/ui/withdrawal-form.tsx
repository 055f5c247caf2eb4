import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { TextLink } from './text-link.tsx'

/** Values of the withdrawal form as typed. */
export type Typed = { name: string; contract: string; email: string }

const plate = 'flex flex-col gap-6 border border-groove bg-plate-raised p-6 md:p-8'

/** Step one: name, contract and address for the receipt. */
export function DeclarationForm({
  typed,
  problems,
  refusal,
}: {
  typed: Typed
  problems: Partial<Typed>
  refusal?: string
}) {
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useNavigation().state !== 'idle'
  // After an error the first invalid field has the focus.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [problems])
  return (
    <Form ref={form} method="post" action="/withdraw" className={plate} noValidate={Object.keys(problems).length > 0}>
      <Field
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={80}
        defaultValue={typed.name}
        error={problems.name}
      />
      <Field
        label="Contract"
        name="contract"
        required
        maxLength={300}
        defaultValue={typed.contract}
        error={problems.contract}
        hint="The order code from your receipt (SW-…), or the title of the book and the day you bought it."
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={typed.email}
        error={problems.email}
        hint="We send the receipt to this address. Use the one you bought with, if you can."
      />
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        <button type="submit" disabled={isBusy} className={buttonClass('primary', 'shrink-0')}>
          Continue
        </button>
        <p className="text-small text-dust">
          You have not withdrawn yet. The <TextLink to="/terms#withdrawal">terms</TextLink> say when the right of
          withdrawal ends early.
        </p>
      </div>
    </Form>
  )
}

/** Step two: review and confirmation. */
export function ConfirmStep({ typed }: { typed: Typed }) {
  const place = useRef<HTMLDivElement>(null)
  const isBusy = useNavigation().state !== 'idle'
  useEffect(() => place.current?.focus(), [])
  const hiddenFields = Object.entries(typed).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Your declaration" className={plate}>
      <p className="text-lead">I withdraw from the contract named below.</p>
      <Declared {...typed} />
      <div className="flex flex-wrap gap-3">
        <Form method="post" action="/withdraw">
          {hiddenFields}
          <button type="submit" name="step" value="confirm" disabled={isBusy} className={buttonClass('primary')}>
            Confirm withdrawal
          </button>
        </Form>
        <Form method="post" action="/withdraw">
          {hiddenFields}
          <button type="submit" name="step" value="change" disabled={isBusy} className={buttonClass('quiet')}>
            Change
          </button>
        </Form>
      </div>
    </div>
  )
}

/** Lists the declared name, contract and address. */
export function Declared({ name, contract, email }: Typed) {
  return (
    <dl className="flex flex-col divide-y divide-groove border-y border-groove">
      {Object.entries({ Name: name, Contract: contract, Email: email }).map(([label, value]) => (
        <div key={label} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[7rem_1fr]">
          <dt className="label text-dust sm:pt-1">{label}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
