import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import type { Access } from '../access.ts'

const messages = {
  created: { real: 'claimStarted', sample: 'claimSample' },
  pending: { real: 'claimSent', sample: 'claimSentSample' },
} as const

type OpenClaimProps = {
  claim: NonNullable<Access>['claim']
  isBusy: boolean
  /** Opens the payment details. */
  onShow(): void
}

/** Notice about an open Cash App payment of this browser, with a link to its details. */
export function OpenClaim({ claim, isBusy, onShow }: OpenClaimProps) {
  const t = useTranslations('checkout.payment')
  return (
    <div className="flex flex-col items-start gap-4 border border-dashed border-live p-4 not-has-[strong]:hidden">
      <p role="status" className="text-small">
        {claim
          ? t.rich(messages[claim.state][claim.is_sample ? 'sample' : 'real'], {
              code: claim.code,
              exact: (words) => <strong className="figures text-[0.9em] font-normal">{words}</strong>,
            })
          : null}
      </p>
      {claim ? (
        <Button aria-haspopup="dialog" disabled={isBusy} onClick={onShow}>
          {t('claimDetails')}
        </Button>
      ) : null}
    </div>
  )
}
