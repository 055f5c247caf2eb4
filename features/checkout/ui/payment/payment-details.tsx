import { useLocale, useTranslations } from 'use-intl/react'
import { decimalUsd, formatUsd } from '#shared/money.ts'
import type { CashAppClaim } from '#features/checkout/contract.ts'
import { ClaimForm, type useClaimForm } from './claim-form.tsx'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

type PaymentDetailsProps = {
  claim: CashAppClaim
  bookId: string
  supportEmail: string
  form: ReturnType<typeof useClaimForm>
}

/** QR code and payment details; side by side where there is room, so that everything is visible. */
export function PaymentDetails({ claim, bookId, supportEmail, form }: PaymentDetailsProps) {
  const t = useTranslations('checkout.cashApp')
  const amount = formatUsd(claim.amount_cents, useLocale())
  return (
    <div className="grid gap-x-10 gap-y-5 md:grid-cols-2 md:items-start">
      {claim.is_sample ? (
        <p className="label border border-dashed border-live px-4 py-3 text-live md:col-span-2">{t('sample')}</p>
      ) : null}
      {form.wasSent ? (
        <p className="border-l-2 border-live pl-4 text-small md:col-span-2">
          {t(claim.is_sample ? 'alreadySentSample' : 'alreadySent')}
        </p>
      ) : null}
      <div className="flex flex-row items-start gap-5 md:flex-col">
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(claim.qr_svg)}`}
          alt={t('qr', { amount, handle: claim.handle })}
          width={176}
          height={176}
          className="size-28 shrink-0 bg-sand md:size-44"
        />
        {claim.is_sample ? null : (
          <p className="text-small text-dust">
            {t.rich('scan', {
              // A narrow screen is usually the phone itself, and on wide ones the details are next to the QR code.
              narrow: (words) => <span className="md:hidden">{words}</span>,
              wide: (words) => <span className="max-md:hidden">{words}</span>,
            })}
          </p>
        )}
      </div>
      <ul className="flex flex-col divide-y divide-groove border-y border-groove" aria-label={t('details')}>
        <CopyLine what="handle" label={t('sendTo')} value={claim.handle} />
        <CopyLine what="price" label={t('price')} value={amount} copied={decimalUsd(claim.amount_cents)} />
        <CopyLine what="note" label={t('note')} value={claim.note} />
      </ul>
      {claim.is_sample && form.wasSent ? null : (
        <p className="text-small">
          {t.rich('sendReceipt', {
            bookId,
            supportEmail,
            exact: (words) => (
              <strong className="figures inline-block max-w-full text-[0.9em] font-normal">{words}</strong>
            ),
            mail: (words) => (
              <a
                href={`mailto:${supportEmail}?subject=${encodeURIComponent(t('receiptSubject', { bookId, code: claim.order_code }))}`}
                className="[overflow-wrap:anywhere] underline underline-offset-4 hover:text-live"
              >
                {words}
              </a>
            ),
          })}
        </p>
      )}
      <ClaimForm form={form} />
    </div>
  )
}

/**
 * One value with a copy button.
 *
 * @param copied Text on the clipboard; defaults to the value.
 */
function CopyLine({
  what,
  label,
  value,
  copied = value,
}: {
  what: 'handle' | 'price' | 'note'
  label: string
  value: string
  copied?: string
}) {
  const t = useTranslations('checkout.cashApp')
  const shown = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 4_000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied)
      setOutcome('copied')
    } catch {
      // Without clipboard permission the text is selected, so that the visitor can copy it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      setOutcome('selected')
    }
  }

  const Sign = outcome === 'copied' ? Check : Copy
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="label text-dust">{label}</span>
        <span ref={shown} className="figures text-small [overflow-wrap:anywhere]">
          {/* A word breaks only when it is longer than the line, so that codes stay in one piece. */}
          {value.split(' ').map((word, index) => (
            <span key={word}>
              {index > 0 ? ' ' : null}
              <span className="inline-block max-w-full">{word}</span>
            </span>
          ))}
        </span>
      </div>
      <Button onClick={copy} aria-label={t('copyLabel', { what })} className="min-w-32 shrink-0 !px-3">
        <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
        <span aria-hidden="true">{t(outcome ?? 'copy')}</span>
      </Button>
      <span role="status" className="sr-only">
        {outcome ? t(outcome === 'copied' ? 'wasCopied' : 'wasSelected', { label }) : ''}
      </span>
    </li>
  )
}
