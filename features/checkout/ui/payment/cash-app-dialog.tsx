import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import { type Access, isPaymentOnHold } from '../access.ts'
import { ClosedNote } from '../closed-note.tsx'
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

/**
 * Dialog with the details of a Cash App payment, its “sent” form and its outcome. While another payment for the book is
 * on hold, it shows that instead of the details, unless the payment was marked as sent.
 */
export function CashAppDialog({ claim, book, supportEmail, access, onSent, onClose }: CashAppDialogProps) {
  const t = useTranslations('checkout.cashApp')
  const payment = useTranslations('checkout.payment')
  const [thanked, setThanked] = useState<{ email: string }>()
  const wasSent = access?.claim?.code === claim.order_code && access.claim.state === 'pending'
  const form = useClaimForm(claim.order_code, wasSent, (email) => {
    setThanked({ email })
    onSent()
  })
  const isOwned = access?.access === 'owned'
  const declined = access?.declined?.code === claim.order_code ? access.declined : undefined
  const hold = isPaymentOnHold(access) && !declined && !thanked && !wasSent ? access?.closed : undefined
  const titleKey = () => {
    if (isOwned) return 'opened'
    if (declined) return declined.is_sample ? 'closedSample' : 'notFound'
    if (thanked) return 'thankYou'
    return wasSent ? 'sentTitle' : 'title'
  }
  return (
    <Dialog
      id={cashAppDialogId}
      kicker={claim.order_code}
      title={hold ? payment(hold.by === 'amount' ? 'checking' : 'disputed') : t(titleKey())}
      wide={!isOwned && !declined && !thanked && !hold}
      onClose={onClose}
      actions={
        isOwned ? (
          <>
            <Link to={`/book/${book.id}/read`} className={buttonClass('primary')}>
              {t('readNow')}
            </Link>
            <DialogClose for={cashAppDialogId}>{t('close')}</DialogClose>
          </>
        ) : declined || thanked || hold ? (
          <DialogClose for={cashAppDialogId} variant="primary">
            {t('done')}
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
        ) : hold ? (
          <>
            <ClosedNote
              title={book.title}
              orderCode={hold.code}
              closedBy={hold.by}
              isTest={hold.is_test}
              supportEmail={supportEmail}
            />
            {claim.is_sample ? null : (
              <p className="text-dust">{t('ifSent', { code: claim.order_code, supportEmail })}</p>
            )}
          </>
        ) : null}
      </div>
      {isOwned || declined || thanked || hold ? null : (
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
  const t = useTranslations('checkout.cashApp')
  const { title } = book
  return (
    <p>
      {orderCode === claim.order_code
        ? t('confirmed', { title })
        : t('otherOrder', { title, owned: orderCode ?? '', code: claim.order_code })}
    </p>
  )
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
  const t = useTranslations('checkout.cashApp')
  return (
    <>
      <p>{claim.is_sample ? t('lookingSample') : t('looking', { note: claim.note })}</p>
      <p className="text-dust">{email ? t('linkTo', { email }) : t('noLink', { code: claim.order_code })}</p>
      {claim.is_sample ? null : <p className="text-dust">{t('receipt', { bookId, supportEmail })}</p>}
    </>
  )
}
