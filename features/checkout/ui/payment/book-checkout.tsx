import { useCallback, useEffect, useState, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { openDialog } from '#ui/dialog.tsx'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import { type Access, isPaymentOnHold } from '../access.ts'
import { OwnedBox } from './owned-box.tsx'
import { CashAppDialog, cashAppDialogId } from './cash-app-dialog.tsx'
import { PaymentBox } from './payment-box.tsx'
import { PaymentReturn } from './payment-return.tsx'
import { X } from 'lucide-react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isFocusLost } from '#ui/is-focus-lost.ts'

type BookCheckoutProps = {
  book: { id: string; title: string; priceCents: number; pages: number; hasAudiobook: boolean }
  downloadHref: string
  supportEmail: string
  access: Access
  /** Refreshes the access of this browser. */
  refresh(): Promise<Access>
}

/**
 * Checkout at the end of a paid book’s page: payment form, return from payment, and owned book. Its texts are
 * `checkout.payment`, `owned`, `returned`, `cashApp`, `closed`, `refund` and `request`.
 */
export function BookCheckout({ book, downloadHref, supportEmail, access, refresh }: BookCheckoutProps) {
  // Every claim opens a new dialog, which stays open when the box below it changes.
  const [claim, setClaim] = useState<{ shown: number; details: CashAppClaim }>()
  useFocusAtPayment()

  useEffect(() => {
    if (claim) openDialog(cashAppDialogId)
  }, [claim])

  // The response that hides the form may arrive after the dialog has closed and returned the focus to it.
  const claimState = access?.claim?.state
  useEffect(() => {
    if (claim && claimState) focusIfLost()
  }, [claim, claimState])

  const refreshUntilOwned = useCallback(async () => {
    for (let tries = 0; tries < 20 && (await refresh())?.access !== 'owned'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }, [refresh])

  return (
    <>
      {access?.access === 'owned' ? (
        <OwnedBox
          book={book}
          order={access.order}
          downloadHref={downloadHref}
          supportEmail={supportEmail}
          onChange={refresh}
        />
      ) : (
        <PaymentBox
          book={book}
          supportEmail={supportEmail}
          access={access}
          onClaim={(details) => {
            setClaim((last) => ({ shown: (last?.shown ?? 0) + 1, details }))
            void refresh()
          }}
          onChange={() => void refresh()}
        />
      )}
      {claim ? (
        <CashAppDialog
          key={claim.shown}
          claim={claim.details}
          book={book}
          supportEmail={supportEmail}
          access={access}
          onSent={() => void refresh()}
          onClose={focusIfLost}
        />
      ) : null}
      <ClaimConfirmed book={book} access={access} />
      <PaymentReturn
        book={book}
        isOwned={access?.access === 'owned'}
        isOnHold={isPaymentOnHold(access)}
        onPaid={() => void refreshUntilOwned()}
        onHold={() => void refresh()}
      />
    </>
  )
}

/** Moves the focus to the payment form for visitors who follow a link to it. */
function useFocusAtPayment() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '#payment') findPaymentHeading()?.focus({ preventScroll: true })
  }, [hash, key])
}

/** The element that opened the dialog may be hidden or removed by the time it closes. */
function focusIfLost() {
  requestAnimationFrame(() => {
    const at = document.activeElement
    // Browsers notice hidden focused elements late, and a closing dialog is still visible.
    if (!at || at === document.body || !at.checkVisibility() || at.closest('dialog:not([open])'))
      findPaymentHeading()?.focus()
  })
}

function findPaymentHeading() {
  return document.querySelector<HTMLElement>('#payment h2')
}

/**
 * Status message for a visitor who has the page open while the owner confirms a payment. An open dialog shows the
 * confirmation itself.
 */
function ClaimConfirmed({ book, access }: { book: { id: string; title: string }; access: Access }) {
  const t = useTranslations('checkout.payment')
  const awaited = useRef<string>(undefined)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (access?.claim) awaited.current = access.claim.code
    if (access?.access !== 'owned' || awaited.current === undefined) return
    const isConfirmed = access.order?.code === awaited.current
    awaited.current = undefined
    // The focused element was removed with its box.
    if (isFocusLost()) document.getElementById('owned-heading')?.focus({ preventScroll: true })
    setShown(isConfirmed && !document.querySelector(`#${cashAppDialogId}[open]`))
  }, [access])

  return (
    <div
      role="status"
      data-print="hide"
      className="fixed inset-x-4 bottom-[calc(var(--bar-height)+1rem)] z-30 flex flex-wrap items-center gap-4 border border-live bg-plate-raised p-4 pr-16 empty:hidden sm:right-auto sm:max-w-lg"
    >
      {isShown ? (
        <>
          <p className="text-small">{t('claimConfirmed', { title: book.title })}</p>
          <ButtonLink variant="primary" to={`/book/${book.id}/read`}>
            {t('readNow')}
          </ButtonLink>
          <Button
            aria-label={t('dismiss')}
            onClick={() => setShown(false)}
            className="!absolute top-2 right-2 size-11 !p-0"
          >
            <X size={18} />
          </Button>
        </>
      ) : null}
    </div>
  )
}
