import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'

/**
 * Folds the ways to pay away while a payment is under way, with a warning; without one they simply stand there.
 *
 * @param paidFor Order code of the payment that is under way.
 */
export function PayAnotherWay({ paidFor, children }: { paidFor: string | undefined; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {paidFor ? (
        <Button
          aria-expanded={isOpen}
          aria-controls="pay-another-way"
          onClick={() => setOpen(!isOpen)}
          variant="bare"
          className="self-start"
        >
          Pay another way
        </Button>
      ) : null}
      <div id="pay-another-way" hidden={paidFor !== undefined && !isOpen}>
        {paidFor ? (
          <p className="mb-6 border-l-2 border-live pl-4 text-small">
            If you have sent the money for {paidFor}, do not pay again: you would pay twice for the same book. Go on only if you have not.
          </p>
        ) : null}
        {children}
      </div>
    </>
  )
}
