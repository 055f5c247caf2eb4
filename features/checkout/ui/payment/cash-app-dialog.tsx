import { useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import type { Access } from '../access.ts'
import { ClaimButton, useClaimForm } from './claim-form.tsx'
import { DeclinedClaimText } from './declined-claim.tsx'
import { PaymentDetails } from './payment-details.tsx'

export const cashAppDialogId = 'cash-app'

type CashAppDialogProps = {
  claim: CashAppClaim
  book: { id: string; title: string }
  supportEmail: string
  access: Access
  onSent(): void
  onClose(): void
}

/** Dialog with the details of a Cash App payment, its “sent” form and its outcome. */
export function CashAppDialog({ claim, book, supportEmail, access, onSent, onClose }: CashAppDialogProps) {
  const [thanked, setThanked] = useState<{ email: string }>()
  const form = useClaimForm(claim.order_code, (email) => {
    setThanked({ email })
    onSent()
  })
  const isOwned = access?.access === 'owned'
  const declined = access?.declined?.code === claim.order_code ? access.declined : undefined
  return (
    <Dialog
      id={cashAppDialogId}
      kicker={claim.order_code}
      title={
        isOwned ? 'Your book is open' : declined ? 'Payment not found' : thanked ? 'Thank you' : 'Pay with Cash App'
      }
      wide={!isOwned && !declined && !thanked}
      onClose={onClose}
      actions={
        isOwned ? (
          <>
            <Link to={`/book/${book.id}/read`} className={buttonClass('primary')}>
              Read now
            </Link>
            <DialogClose for={cashAppDialogId}>Close</DialogClose>
          </>
        ) : declined || thanked ? (
          <DialogClose for={cashAppDialogId} variant="primary">
            Done
          </DialogClose>
        ) : (
          <ClaimButton form={form} />
        )
      }
    >
      {/* Always rendered, so that screen readers announce changes. */}
      <div role="status" className="flex flex-col gap-4 empty:hidden">
        {isOwned ? (
          <Opened claim={claim} book={book} orderCode={access.order?.code} />
        ) : declined ? (
          <DeclinedClaimText claim={declined} supportEmail={supportEmail} />
        ) : thanked ? (
          <Thanks email={thanked.email} claim={claim} bookId={book.id} supportEmail={supportEmail} />
        ) : null}
      </div>
      {isOwned || declined || thanked ? null : (
        <PaymentDetails claim={claim} bookId={book.id} supportEmail={supportEmail} form={form} />
      )}
    </Dialog>
  )
}

function Opened({
  claim,
  book,
  orderCode,
}: {
  claim: CashAppClaim
  book: { title: string }
  orderCode: string | undefined
}) {
  if (orderCode !== claim.order_code)
    return (
      <p>
        You already own {book.title} in this browser (order {orderCode}). Do not send money for {claim.order_code}.
      </p>
    )
  return <p>We have found and confirmed your payment. You can read every page of {book.title} in this browser.</p>
}

function Thanks({
  email,
  claim,
  bookId,
  supportEmail,
}: {
  email: string
  claim: CashAppClaim
  bookId: string
  supportEmail: string
}) {
  return (
    <>
      <p>
        We look for a payment with the note “{claim.note}” and confirm it manually. Then the book opens in this browser,
        and this page tells you so.
      </p>
      <p className="text-dust">
        {email
          ? `We email your personal link to ${email} at the same time.`
          : `You did not enter an email address, so save the order code ${claim.order_code}. We need it to find your order.`}
      </p>
      <p className="text-dust">
        If you have not done so yet, email the receipt and the book ID {bookId} to {supportEmail}.
      </p>
    </>
  )
}
