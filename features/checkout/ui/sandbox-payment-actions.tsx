import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#ui/button.tsx'
import { FormError } from '#ui/field.tsx'
import { sandboxActions, type TestPaymentAction } from '#features/checkout/sandbox-actions.ts'

/** Actions that simulate refunds and disputes of a payment. */
export function SandboxPaymentActions(props: {
  session: { paymentStatus: string; refundable: boolean }
  refusal?: string
  done?: TestPaymentAction
}) {
  const t = useTranslations('checkout.testCheckout')
  const { session, refusal, done } = props
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="text-lead">
        {done ? t(`done.${done}`) : t('status', { status: session.paymentStatus })}
      </p>
      <FormError>{refusal}</FormError>
      <form method="post" className="flex flex-wrap gap-3">
        {sandboxActions
          .filter((action) => !action.startsWith('refund') || session.refundable)
          .map((action) => (
            <button key={action} type="submit" name="act" value={action} className={buttonClass('quiet')}>
              {t(`act.${action}`)}
            </button>
          ))}
      </form>
      <p className="text-small text-dust">{t('note')}</p>
    </div>
  )
}
