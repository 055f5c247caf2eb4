import { Button } from '#ui/button.tsx'
import type { Access } from '../access.ts'

type OpenClaimProps = {
  claim: NonNullable<Access>['claim']
  isBusy: boolean
  /** Shows again what to send, to whom and with which note. */
  onShow(): void
}

/** Says that a Cash App payment of this browser is still under way, and leads back to its details. */
export function OpenClaim({ claim, isBusy, onShow }: OpenClaimProps) {
  return (
    <div className="flex flex-col items-start gap-4 border border-dashed border-live p-4 not-has-[strong]:hidden">
      <p role="status" className="text-small">
        {claim ? (
          <>
            <strong className="figures text-[0.9em] font-normal">{claim.code}</strong>{' '}
            {claim.state === 'pending'
              ? 'You said that your Cash App payment is on its way. As soon as we have found and confirmed it, the book opens here.'
              : 'You have begun a Cash App payment. If you have sent it, say so there; if not, you can still pay either way.'}
          </>
        ) : null}
      </p>
      {claim ? (
        <Button aria-haspopup="dialog" disabled={isBusy} onClick={onShow}>
          Show what to send
        </Button>
      ) : null}
    </div>
  )
}
