import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog, DialogClose, openDialog } from '#ui/dialog.tsx'
import { useReturn } from './use-return.ts'

const dialogIds = { success: 'payment-success', cancelled: 'payment-cancelled', onHold: 'payment-on-hold' } as const

/**
 * Dialogs and status after the return from payment.
 *
 * @param isOwned Whether this browser owns the book; another one may have paid.
 * @param isOnHold Whether a payment of this browser for the book is on hold.
 * @param onPaid Called once the server reports the payment.
 * @param onHold Called once the server reports that the payment is on hold.
 */
export function PaymentReturn({
  book,
  isOwned,
  isOnHold,
  onPaid,
  onHold,
}: {
  book: { id: string; title: string }
  isOwned: boolean
  isOnHold: boolean
  onPaid(): void
  onHold(): void
}) {
  const t = useTranslations('checkout.returned')
  const [result, dismiss] = useReturn({ onPaid, onHold })

  useEffect(() => {
    if (result !== 'success' && result !== 'cancelled' && result !== 'onHold') return
    const id = dialogIds[result]
    openDialog(id)
    // Moves the focus to the main action instead of the close button.
    document.querySelector<HTMLElement>(`#${id} [data-next]`)?.focus()
  }, [result])

  if (result === 'success') {
    return (
      <Dialog
        id={dialogIds.success}
        title={t('success')}
        kicker={book.title}
        onClose={() => {
          dismiss()
          focusOn('owned-heading')
        }}
        actions={
          <>
            {/* The link cleans the URL too, so that Back does not show the dialog again. */}
            <Link data-next to={`/book/${book.id}/read`} onClick={dismiss} className={buttonClass('primary')}>
              {t('readNow')}
            </Link>
            <Link to="/books" onClick={dismiss} className={buttonClass('quiet')}>
              {t('browse')}
            </Link>
          </>
        }
      >
        <p>{t('thanks')}</p>
        {isOwned ? <p className="mt-4 text-dust">{t('readable')}</p> : null}
      </Dialog>
    )
  }
  if (result === 'cancelled') {
    return (
      <Dialog
        id={dialogIds.cancelled}
        title={t('cancelled')}
        kicker={book.title}
        onClose={() => {
          dismiss()
          focusOn('payment-heading')
        }}
        actions={
          <DialogClose data-next for={dialogIds.cancelled} variant="primary">
            {t('tryAgain')}
          </DialogClose>
        }
      >
        <p>{t('noCharges')}</p>
      </Dialog>
    )
  }
  if (result === 'onHold') return <WrongAmount book={book} onDismiss={dismiss} />
  // The payment may be confirmed after the wait for it has ended.
  const isOver = result === 'late' && (isOwned || isOnHold)
  return (
    <Confirming isLate={result === 'late' && !isOver} isShown={result !== undefined && !isOver} onDismiss={dismiss} />
  )
}

/** Dialog for a payment whose amount is wrong or unknown. */
function WrongAmount({ book, onDismiss }: { book: { title: string }; onDismiss(): void }) {
  const t = useTranslations('checkout.returned')
  const payment = useTranslations('checkout.payment')
  return (
    <Dialog
      id={dialogIds.onHold}
      title={payment('checking')}
      kicker={book.title}
      onClose={() => {
        onDismiss()
        focusOn('payment-heading')
      }}
      actions={
        <DialogClose data-next for={dialogIds.onHold} variant="primary">
          {t('close')}
        </DialogClose>
      }
    >
      <p>{t('amountDiffers')}</p>
    </Dialog>
  )
}

/**
 * Status message while the payment is being confirmed. The region is always rendered, so that screen readers announce
 * it.
 */
function Confirming({ isLate, isShown, onDismiss }: { isLate: boolean; isShown: boolean; onDismiss(): void }) {
  const t = useTranslations('checkout.returned')
  return (
    <div
      role="status"
      data-print="hide"
      className="fixed inset-x-4 bottom-[calc(var(--bar-height)+1rem)] z-30 flex items-start justify-between gap-4 border border-groove bg-plate-raised p-4 empty:hidden sm:right-auto sm:max-w-lg"
    >
      {isShown ? <p className="text-small">{t(isLate ? 'late' : 'confirming')}</p> : null}
      {isLate ? (
        <Button aria-label={t('dismiss')} onClick={onDismiss} className="-my-1 size-11 shrink-0 !p-0">
          <X size={18} />
        </Button>
      ) : null}
    </div>
  )
}

function focusOn(id: string): void {
  // Runs after the dialog has returned the focus.
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
