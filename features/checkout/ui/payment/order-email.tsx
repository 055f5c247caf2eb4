import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmailField } from '#ui/field.tsx'
import type { Access } from '../access.ts'
import { orderEmailPath } from '#features/checkout/constants.ts'
import { postJson, useRefusalText } from '../post-json.ts'

type Order = NonNullable<NonNullable<Access>['order']>

/** Address the link was sent to, and a form that changes it until a link was redeemed. */
export function OrderEmail({ order, onChange }: { order: Order; onChange(): Promise<unknown> }) {
  const t = useTranslations('checkout.owned')
  const refusalText = useRefusalText()
  const [isOpen, setOpen] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<'added' | 'corrected'>()
  const field = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLParagraphElement>(null)
  const isKnown = order.masked_email !== ''

  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen, problem])
  useEffect(() => {
    if (done) result.current?.focus()
  }, [done])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const email = new FormData(event.currentTarget).get('email')
    setSending(true)
    setProblem(undefined)
    const answer = await postJson<{ changed: boolean }>(orderEmailPath(order.code), { email })
    setSending(false)
    // The link may have been redeemed in the meantime, so access is refreshed in any case.
    await onChange()
    if (!answer.ok) return setProblem(refusalText(answer))
    setOpen(false)
    setDone(isKnown && answer.reply.changed ? 'corrected' : 'added')
  }

  return (
    <div className="flex flex-col items-start gap-4 border-t border-groove pt-6">
      <p className="flex flex-wrap items-center gap-x-3">
        <span>{isKnown ? t('sentTo', { email: order.masked_email }) : t('noEmail')}</span>
        {order.can_change_email ? (
          <Button
            variant="bare"
            aria-expanded={isOpen}
            aria-controls="new-address"
            onClick={() => {
              setOpen(!isOpen)
              setDone(undefined)
            }}
            className="!text-sand underline underline-offset-4"
          >
            {t(isKnown ? 'changeEmail' : 'addEmail')}
          </Button>
        ) : null}
      </p>
      {done ? (
        <p ref={result} tabIndex={-1} role="status" className="text-small text-dust outline-none">
          {t(done)}
        </p>
      ) : null}
      <div id="new-address" hidden={!isOpen || !order.can_change_email} className="w-full">
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <EmailField
            ref={field}
            label={t('email')}
            required
            disabled={isSending}
            hint={t('emailHint')}
            error={problem}
          />
          <div className="flex flex-wrap gap-3">
            <button type="submit" disabled={isSending} className={buttonClass('primary')}>
              {t(isSending ? 'sending' : 'send')}
            </button>
            <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
          </div>
        </form>
      </div>
    </div>
  )
}
