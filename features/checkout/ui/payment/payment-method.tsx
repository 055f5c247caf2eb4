import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Access } from '../access.ts'
import type { PaymentMethod } from './use-checkout.ts'

/** Choice of the payment method; nothing is preselected, and unavailable methods are shown as such. */
export function PaymentMethods({ access }: { access: Access }) {
  const t = useTranslations('checkout.payment')
  const isClosed = (method: PaymentMethod) => access !== undefined && !access.methods.includes(method)
  return (
    <fieldset className="flex flex-col">
      <legend className="label mb-3 text-dust">{t('method')}</legend>
      <div className="divide-y divide-groove border border-groove">
        <Choice value="stripe" label={t('card')} isClosed={isClosed('stripe')}>
          {access === undefined ? (
            t('cardUnknown')
          ) : access.is_test ? (
            <strong className="font-normal text-live">{t('cardTest')}</strong>
          ) : (
            t('cardStripe')
          )}
        </Choice>
        <Choice value="cashapp" label={t('cashApp')} isClosed={isClosed('cashapp')}>
          {t(access?.is_sample_handle ? 'cashAppSample' : 'cashAppNote')}
        </Choice>
      </div>
    </fieldset>
  )
}

function Choice(props: { value: PaymentMethod; label: string; isClosed: boolean; children: ReactNode }) {
  const t = useTranslations('checkout.payment')
  const noteId = `pay-by-${props.value}-note`
  return (
    <div className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 p-4 has-checked:bg-plate has-disabled:opacity-55">
      <label className="flex flex-1 cursor-pointer items-center gap-4 after:absolute after:inset-0">
        <input
          type="radio"
          name="method"
          value={props.value}
          disabled={props.isClosed}
          aria-describedby={noteId}
          className="relative z-10 size-5 shrink-0 accent-(--color-live)"
        />
        <span className="whitespace-nowrap">{props.label}</span>
      </label>
      <span id={noteId} className="text-small text-dust max-sm:w-full max-sm:pl-9">
        {props.isClosed ? t('unavailable') : props.children}
      </span>
    </div>
  )
}
