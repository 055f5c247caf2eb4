import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import type { Access } from '../access.ts'

type DeclinedClaimProps = {
  claim: NonNullable<NonNullable<Access>['declined']>
  supportEmail: string
}

/** Notice that a claim was declined, because no payment was found or it was a sample, with the owner’s reason. */
export function DeclinedClaim(props: DeclinedClaimProps) {
  return (
    <div role="status" className="flex items-start gap-3 border border-loss p-4 text-small">
      <CircleAlert size={18} className="mt-0.5 shrink-0 text-loss" />
      <div className="flex min-w-0 flex-col gap-2 [overflow-wrap:anywhere]">
        <DeclinedClaimText {...props} />
      </div>
    </div>
  )
}

/** The text of {@link DeclinedClaim} without its frame. */
export function DeclinedClaimText({ claim: { code, reason, is_sample: isSample }, supportEmail }: DeclinedClaimProps) {
  const t = useTranslations('checkout.cashApp')
  return (
    <>
      <p>
        {t.rich(isSample ? 'declinedSample' : 'declined', {
          code,
          exact: (words) => <strong className="figures text-[0.9em] font-normal">{words}</strong>,
        })}
      </p>
      {reason ? <p>{t('reason', { reason })}</p> : null}
      <p className="text-dust">{isSample ? t('noneExpected') : t('ifPaid', { supportEmail })}</p>
    </>
  )
}
