import { Button } from '#ui/button.tsx'
import type { Access } from '../access.ts'

type OpenClaimProps = {
  claim: NonNullable<Access>['claim']
  isBusy: boolean
  /** Opens the payment details. */
  onShow(): void
}

/** Notice about an open Cash App payment of this browser, with a link to its details. */
export function OpenClaim({ claim, isBusy, onShow }: OpenClaimProps) {
  return (
    <div className="flex flex-col items-start gap-4 border border-dashed border-live p-4 not-has-[strong]:hidden">
      <p role="status" className="text-small">
        {claim ? (
          <>
            <strong className="figures text-[0.9em] font-normal">{claim.code}</strong>{' '}
            {claim.state === 'pending'
              ? 'You marked your Cash App payment as sent. The book opens here as soon as we find and confirm it.'
              : 'You started a Cash App payment. If you have sent it, open the payment details and mark it as sent. If not, you can still use either payment method.'}
          </>
        ) : null}
      </p>
      {claim ? (
        <Button aria-haspopup="dialog" disabled={isBusy} onClick={onShow}>
          View payment details
        </Button>
      ) : null}
    </div>
  )
}
