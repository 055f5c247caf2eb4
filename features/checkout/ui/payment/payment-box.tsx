import { type FormEvent, useEffect, useRef, type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatUsd } from '#shared/money.ts'
import { ButtonReason, buttonClass, Button } from '#ui/button.tsx'
import { FormError } from '#ui/field.tsx'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import { type Access, isPaymentOnHold } from '../access.ts'
import { ClosedNote } from '../closed-note.tsx'
import { RefundNote } from '../refund-note.tsx'
import { DeclinedClaim } from './declined-claim.tsx'
import { OpenClaim } from './open-claim.tsx'
import { PaymentMethods } from './payment-method.tsx'
import { choiceIn, useChoice } from './use-choice.ts'
import { useCheckout } from './use-checkout.ts'
import { TextLink } from '../text-link.tsx'
import { isFocusLost } from '#ui/is-focus-lost.ts'

type PaymentBoxProps = {
  book: { id: string; title: string; priceCents: number; pages: number }
  supportEmail: string
  access: Access
  /** Called with the payment details when Cash App was chosen. */
  onClaim(claim: CashAppClaim): void
  /** Refreshes the access of this browser. */
  onChange(): void
}

/**
 * Payment form of a book: total price, payment method and consent. While a payment for the book is on hold, there are
 * only notices about it and about a payment marked as sent, since the buyer must not pay again.
 */
export function PaymentBox(props: PaymentBoxProps) {
  const { book, access } = props
  const t = useTranslations('checkout.payment')
  const isOnHold = isPaymentOnHold(access)
  return (
    <section
      id="payment"
      aria-labelledby="payment-heading"
      className="border-t border-groove py-16 md:py-24"
      data-print="hide"
    >
      <div className="wrap grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="flex flex-col gap-6 lg:col-span-4 lg:col-start-2">
          <h2 id="payment-heading" tabIndex={-1} className="heading outline-none">
            {t(isOnHold ? (access?.closed?.by === 'amount' ? 'checking' : 'disputed') : 'title')}
          </h2>
          {isOnHold ? null : (
            <ul className="flex flex-col divide-y divide-groove border-y border-groove text-dust">
              {book.pages > 0 ? <li className="py-3.5">{t('pages', { count: book.pages })}</li> : null}
              <li className="py-3.5">{t('devices')}</li>
              <li className="py-3.5">{t('download')}</li>
            </ul>
          )}
        </div>
        <PaymentForm {...props} isOnHold={isOnHold} />
      </div>
    </section>
  )
}

type PaymentFormProps = PaymentBoxProps & { isOnHold: boolean }

function PaymentForm(props: PaymentFormProps) {
  const { book, supportEmail, access, isOnHold, onClaim, onChange } = props
  const t = useTranslations('checkout.payment')
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { method } = useChoice(form, access)
  const { isProcessing, hasFailed, proceed } = useCheckout({ bookId: book.id, onClaim, onFailure: onChange })
  const claim = access?.claim

  // A disabled button loses the focus, which is restored here before a dialog stores the focused element.
  const wasProcessing = useRef(false)
  useEffect(() => {
    if (wasProcessing.current && !isProcessing && isFocusLost()) button.current?.focus()
    wasProcessing.current = isProcessing
  }, [isProcessing])

  // The answer that a payment is on hold removes the form, with the control that was in use.
  const notice = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (isOnHold && hadFocus.current && isFocusLost()) notice.current?.focus()
  }, [isOnHold])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = choiceIn(event.currentTarget)
    if (chosen.method) void proceed(chosen.method, chosen.consent)
  }
  const showClaim = () => void proceed('cashapp', form.current ? choiceIn(form.current).consent : false)

  return (
    <div
      onFocus={() => void (hadFocus.current = true)}
      onBlur={(event) => void (hadFocus.current = event.currentTarget.contains(event.relatedTarget))}
      className="flex flex-col gap-6 border border-groove bg-plate-raised p-6 md:p-10 lg:col-span-6 lg:col-start-7"
    >
      {access?.refund ? (
        <RefundNote
          title={book.title}
          code={access.refund.code}
          at={access.refund.at}
          isTest={access.refund.is_test}
          isSample={access.refund.is_sample}
          className="border border-groove p-4 text-small"
        />
      ) : null}
      {access?.closed ? (
        <ClosedNote
          ref={notice}
          title={book.title}
          orderCode={access.closed.code}
          closedBy={access.closed.by}
          isTest={access.closed.is_test}
          supportEmail={supportEmail}
          className="border border-groove p-4 text-small"
        />
      ) : null}
      {access?.declined ? <DeclinedClaim claim={access.declined} supportEmail={supportEmail} /> : null}
      <OpenClaim
        claim={isOnHold && claim?.state !== 'pending' ? undefined : claim}
        isBusy={isProcessing}
        onShow={showClaim}
      />
      {isOnHold ? null : (
        <PayAnotherWay claim={claim?.state === 'pending' ? claim : undefined}>
          <form
            ref={form}
            onSubmit={submit}
            autoComplete="off"
            aria-busy={isProcessing}
            className="flex flex-col gap-6"
          >
            <dl className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-groove pb-6">
              <dt className="label text-dust">{t('total')}</dt>
              <dd className="figures text-heading tracking-[-0.05em]">{formatUsd(book.priceCents, locale)}</dd>
            </dl>
            <PaymentMethods access={access} />
            <ConsentBox />
            <FormError>{hasFailed ? t('failed') : null}</FormError>
            <div className="flex flex-col gap-3 noscript:hidden">
              <button
                ref={button}
                type="submit"
                disabled={!method || isProcessing}
                aria-describedby={method ? undefined : 'payment-reason'}
                className={buttonClass('primary', 'w-full')}
              >
                {t(isProcessing ? 'processing' : 'proceed')}
              </button>
              {method ? null : (
                <ButtonReason id="payment-reason">
                  {t(access?.methods.length === 0 ? 'noMethods' : 'noMethod')}
                </ButtonReason>
              )}
            </div>
            <noscript>
              <p className="text-small text-dust">{t('noScript', { supportEmail, bookId: book.id })}</p>
            </noscript>
          </form>
        </PayAnotherWay>
      )}
      <p className="text-small text-dust">
        {t.rich('seller', {
          imprint: (words) => <TextLink to="/imprint">{words}</TextLink>,
          find: (words) => <TextLink to="/my-books">{words}</TextLink>,
        })}
      </p>
    </div>
  )
}

/** Consent to immediate access and the loss of the right of withdrawal. Never checked by default, never required. */
function ConsentBox() {
  const t = useTranslations('checkout.payment')
  return (
    <div className="flex flex-col gap-2">
      <label className="flex min-h-11 cursor-pointer items-start gap-4">
        <input
          type="checkbox"
          name="consent"
          aria-describedby="consent-note"
          className="mt-0.5 size-6 shrink-0 accent-(--color-live)"
        />
        <span className="text-small">{t('consent')}</span>
      </label>
      <p id="consent-note" className="pl-10 text-small text-dust">
        {t.rich('consentNote', {
          withdraw: (words) => <TextLink to="/withdraw">{words}</TextLink>,
          terms: (words) => <TextLink to="/terms">{words}</TextLink>,
        })}
      </p>
    </div>
  )
}

/**
 * Collapses the payment form while a payment is open, with a warning unless it is a sample, which no one pays twice.
 */
function PayAnotherWay({
  claim,
  children,
}: {
  claim: { code: string; is_sample: boolean } | undefined
  children: ReactNode
}) {
  const t = useTranslations('checkout.payment')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {claim ? (
        <Button
          aria-expanded={isOpen}
          aria-controls="pay-another-way"
          onClick={() => setOpen(!isOpen)}
          variant="bare"
          className="self-start"
        >
          {t('another')}
        </Button>
      ) : null}
      <div id="pay-another-way" hidden={claim !== undefined && !isOpen}>
        {claim && !claim.is_sample ? (
          <p className="mb-6 border-l-2 border-live pl-4 text-small">{t('anotherWarning', { code: claim.code })}</p>
        ) : null}
        {children}
      </div>
    </>
  )
}
