import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { EmailField, Field, FormError } from '#ui/field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { TextLink } from './text-link.tsx'

/** Values of the withdrawal form as typed. */
export type Typed = { name: string; contract: string; email: string }

const plate = 'flex flex-col gap-6 border border-groove bg-plate-raised p-6 md:p-8'

/** Step one: name, contract and address for the confirmation. */
export function DeclarationForm({
  typed,
  problems,
  refusal,
}: {
  typed: Typed
  problems: Partial<Typed>
  refusal?: string
}) {
  const t = useTranslations('checkout.withdraw')
  const form = useRef<HTMLFormElement>(null)
  const isReturn = !refusal && Object.values(typed).some(Boolean)
  // After an error, the focus moves to the first invalid field, and back from the second step to the first field.
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (field) field.focus()
    else if (isReturn) form.current?.querySelector('input')?.focus()
  }, [problems, isReturn])
  return (
    <PostForm ref={form} action="/withdraw" className={plate} noValidate={Object.keys(problems).length > 0}>
      <Field
        label={t('yourName')}
        name="name"
        autoComplete="name"
        required
        maxLength={80}
        defaultValue={typed.name}
        error={problems.name}
      />
      <Field
        label={t('contract')}
        name="contract"
        required
        maxLength={300}
        defaultValue={typed.contract}
        error={problems.contract}
        hint={t('contractHint')}
      />
      <EmailField label={t('email')} required defaultValue={typed.email} error={problems.email} hint={t('emailHint')} />
      <FormError>{refusal}</FormError>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        <SubmitButton variant="primary" className="shrink-0">
          {t('continue')}
        </SubmitButton>
        <p className="text-small text-dust">
          {t.rich('notYet', { terms: (words) => <TextLink to="/terms#withdrawal">{words}</TextLink> })}
        </p>
      </div>
    </PostForm>
  )
}

/** Step two: review and confirmation. */
export function ConfirmStep({ typed }: { typed: Typed }) {
  const t = useTranslations('checkout.withdraw')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const hiddenFields = Object.entries(typed).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={t('yourDeclaration')} className={plate}>
      <p className="text-lead">{t('declaration')}</p>
      <Declared {...typed} />
      <div className="flex flex-wrap gap-3">
        <PostForm action="/withdraw">
          {hiddenFields}
          <SubmitButton name="step" value="confirm" variant="primary">
            {t('confirm')}
          </SubmitButton>
        </PostForm>
        <PostForm action="/withdraw">
          {hiddenFields}
          <SubmitButton name="step" value="change">
            {t('change')}
          </SubmitButton>
        </PostForm>
      </div>
    </div>
  )
}

/** Lists the declared name, contract and address. */
export function Declared({ name, contract, email }: Typed) {
  const t = useTranslations('checkout.withdraw')
  return (
    <dl className="flex flex-col divide-y divide-groove border-y border-groove">
      {Object.entries({ name, contract, email }).map(([field, value]) => (
        <div key={field} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[7rem_1fr]">
          <dt className="label text-dust sm:pt-1">{t(field as keyof Typed)}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
