import { useTranslations } from 'use-intl/react'
import { ButtonAnchor, buttonClass } from '#ui/button.tsx'
import { EmailField, FormError } from '#ui/field.tsx'

type Arrival = 'now' | 'late' | 'twice' | 'never'

/** Reason why a payment was refused, with the values of the form. */
export type PayRefusal = { text: string; email: string; webhook: Arrival }

const arrivals: readonly Arrival[] = ['now', 'late', 'twice', 'never']

/** Payment form of the test checkout, with a choice of how its webhook is delivered. */
export function PayForm({ cancelUrl, refusal }: { cancelUrl: string; refusal: PayRefusal | undefined }) {
  const t = useTranslations('checkout.testCheckout')
  return (
    <form method="post" className="flex flex-col gap-6">
      <FormError>{refusal?.text}</FormError>
      <EmailField label={t('email')} required defaultValue={refusal?.email ?? ''} />
      <fieldset className="flex flex-col gap-3">
        <legend className="label mb-3 text-dust">{t('delivery')}</legend>
        <div className="cells grid-cols-2 sm:grid-cols-4">
          {arrivals.map((value) => (
            <label key={value} className="flex min-h-12 cursor-pointer items-center gap-3 bg-plate px-4">
              <input
                type="radio"
                name="webhook"
                value={value}
                defaultChecked={value === (refusal?.webhook ?? 'now')}
                className="size-4 accent-(--color-live)"
              />
              {t(value)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <button type="submit" name="act" value="pay" className={buttonClass('primary')}>
          {t('pay')}
        </button>
        <button type="submit" name="act" value="decline" formNoValidate className={buttonClass('quiet')}>
          {t('decline')}
        </button>
        <ButtonAnchor href={cancelUrl}>{t('back')}</ButtonAnchor>
      </div>
    </form>
  )
}
