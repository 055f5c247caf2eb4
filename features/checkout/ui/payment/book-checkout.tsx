import { useCallback, useEffect, useState, useRef } from 'react'
import { useLocation } from 'react-router'
import { openDialog } from '#ui/dialog.tsx'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import type { Access } from '../access.ts'
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
  /** Asks the server anew what this browser may read. */
  ask(): Promise<Access>
}

/**
 * The way to a paid book at the foot of its page: where it is bought, what the buyer comes back to, and what the buyer
 * has.
 */
export function BookCheckout({ book, downloadHref, supportEmail, access, ask }: BookCheckoutProps) {
  // Each showing is a dialog of its own; it stays when the box below it turns into what is owned.
  const [claim, setClaim] = useState<{ shown: number; details: CashAppClaim }>()
  useFocusAtPayment()

  useEffect(() => {
    if (claim) openDialog(cashAppDialogId)
  }, [claim])

  // The answer that folds the form away may come after the dialog has closed and given the focus back to it.
  const claimState = access?.claim?.state
  useEffect(() => {
    if (claim && claimState) focusIfLost()
  }, [claim, claimState])

  const askUntilOwned = useCallback(async () => {
    for (let tries = 0; tries < 20 && (await ask())?.access !== 'owned'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }, [ask])

  return (
    <>
      {access?.access === 'owned' ? (
        <OwnedBox book={book} order={access.order} downloadHref={downloadHref} onChange={ask} />
      ) : (
        <PaymentBox
          book={book}
          supportEmail={supportEmail}
          access={access}
          onClaim={(details) => {
            setClaim((last) => ({ shown: (last?.shown ?? 0) + 1, details }))
            void ask()
          }}
          onChange={() => void ask()}
        />
      )}
      {claim ? (
        <CashAppDialog
          key={claim.shown}
          claim={claim.details}
          book={book}
          supportEmail={supportEmail}
          access={access}
          onSent={() => void ask()}
          onClose={focusIfLost}
        />
      ) : null}
      <ClaimConfirmed book={book} access={access} />
      <PaymentReturn book={book} isOwned={access?.access === 'owned'} onPaid={() => void askUntilOwned()} />
    </>
  )
}

/** Who follows a link to the payment goes on from there by keyboard too, wherever the link stood. */
function useFocusAtPayment() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '#payment') findPaymentHeading()?.focus({ preventScroll: true })
  }, [hash, key])
}

/** What opened the dialog may be folded away or gone by the time it closes. */
function focusIfLost() {
  requestAnimationFrame(() => {
    const at = document.activeElement
    // A browser notices only later that what it gave the focus back to is hidden, and a dialog is seen while it leaves.
    if (!at || at === document.body || !at.checkVisibility() || at.closest('dialog:not([open])'))
      findPaymentHeading()?.focus()
  })
}

function findPaymentHeading() {
  return document.querySelector<HTMLElement>('#payment h2')
}

/**
 * A line above the radio bar, for who looks at the page while the owner confirms a Cash App payment. The dialog, when
 * open, says it itself.
 */
function ClaimConfirmed({ book, access }: { book: { id: string; title: string }; access: Access }) {
  const awaited = useRef<string>(undefined)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (access?.claim) awaited.current = access.claim.code
    if (access?.access !== 'owned' || awaited.current === undefined) return
    const isConfirmed = access.order?.code === awaited.current
    awaited.current = undefined
    // What held the focus is gone with the box it stood in.
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
          <p className="text-small">We have found your Cash App payment. {book.title} is open in this browser.</p>
          <ButtonLink variant="primary" to={`/book/${book.id}/read`}>
            Read now
          </ButtonLink>
          <Button aria-label="Dismiss" onClick={() => setShown(false)} className="!absolute top-2 right-2 size-11 !p-0">
            <X size={18} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </>
      ) : null}
    </div>
  )
}
