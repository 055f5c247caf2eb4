import { BookOpen, Download, Headphones } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import type { Access } from '../access.ts'
import { TextLink } from '../text-link.tsx'
import { OrderEmail } from './order-email.tsx'

type OwnedBoxProps = {
  book: { id: string; title: string; hasAudiobook: boolean }
  order: NonNullable<Access>['order']
  downloadHref: string
  supportEmail: string
  /** Refreshes the access of this browser. */
  onChange(): Promise<unknown>
}

/** Replaces the payment form for owners: order, reading and download. */
export function OwnedBox({ book, order, downloadHref, supportEmail, onChange }: OwnedBoxProps) {
  const t = useTranslations('checkout.owned')
  return (
    <section
      id="payment"
      aria-labelledby="owned-heading"
      className="border-t border-groove py-16 md:py-24"
      data-print="hide"
    >
      <div className="wrap grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="flex flex-col gap-5 lg:col-span-4 lg:col-start-2">
          <h2 id="owned-heading" tabIndex={-1} className="heading outline-none">
            {t('title')}
          </h2>
          <p className="measure text-dust">
            {order?.is_test ? t('testLead') : t('lead', { hasEmail: order?.masked_email === '' ? 'no' : 'yes' })}
          </p>
        </div>
        <div className="flex flex-col gap-8 border border-groove bg-plate-raised p-6 md:p-10 lg:col-span-6 lg:col-start-7">
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="primary" to={`/book/${book.id}/read`}>
              <BookOpen size={16} />
              {t('read')}
            </ButtonLink>
            <ButtonAnchor href={downloadHref} download>
              <Download size={16} />
              {t('download')}
            </ButtonAnchor>
            {book.hasAudiobook ? (
              <ButtonLink to={`/book/${book.id}/read#audiobook`}>
                <Headphones size={16} />
                {t('listen')}
              </ButtonLink>
            ) : null}
          </div>
          {order ? (
            <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-t border-groove pt-6">
              <dt className="label text-dust">{t('order')}</dt>
              <dd className="figures">{order.code}</dd>
            </dl>
          ) : null}
          {order ? <OrderEmail order={order} onChange={onChange} /> : null}
          <p className="text-small text-dust">
            {t.rich('library', { library: (words) => <TextLink to="/my-books">{words}</TextLink> })}
            {order?.can_withdraw && !order.is_withdrawn ? (
              <> {t.rich('withdraw', { withdraw: (words) => <TextLink to="/withdraw">{words}</TextLink> })}</>
            ) : null}
          </p>
          {order?.is_withdrawn ? <p className="text-small">{t('withdrawn', { supportEmail })}</p> : null}
        </div>
      </div>
    </section>
  )
}
