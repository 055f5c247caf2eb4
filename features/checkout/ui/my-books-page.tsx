import { data, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { coverSet } from '#shared/cover-address.ts'
import { clientAddressOf } from '#shared/client-address.ts'
import { isAppError } from '#shared/errors.ts'
import { translateError, localeContext, pageMessages, pageTranslator, translateLabel } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink, ButtonAnchor } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import { findMyBooksSchema, type OwnedBook } from '#features/checkout/contract.ts'
import { pdfDownloadPath } from '#features/reader/contract.ts'
import type { Route } from './+types/my-books-page.ts'
import { formatLongDay } from '#shared/long-timestamp.ts'
import { ClosedNote } from './closed-note.tsx'
import { RefundNote } from './refund-note.tsx'
import { type FindAnswer, FindForm } from './find-form.tsx'
import { BookOpen, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Figure } from '#ui/figure/figure.tsx'

export const handle: PageHandle = { isTranslated: true, nav: { label: 'checkout.nav.library', in: ['footer'] } }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => unlistedMeta(matches, loaderData?.title ?? '')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { checkout, books, site } = context.get(servicesContext)
  const cookie = request.headers.get('cookie') ?? undefined
  const [owned, closed, refunded] = await Promise.all([
    checkout.listOwned(cookie),
    checkout.listClosed(cookie),
    checkout.listRefunded(cookie),
  ])
  return {
    books: owned.map((book) => ({
      ...book,
      coverImage: (books.find(book.bookId) ?? books.findUnlisted(book.bookId))?.coverImage ?? '',
      downloadHref: pdfDownloadPath(book.bookId),
    })),
    closed,
    refunded,
    supportEmail: site.supportEmail,
    title: pageTranslator(context)('checkout.library.title'),
    ...pageMessages(context, 'checkout.library', 'checkout.find', 'checkout.closed', 'checkout.refund'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = (await request.formData()).get('email')
  const email = typeof typed === 'string' ? typed : ''
  const t = pageTranslator(context)
  const refuse = (problem: string, init: ResponseInit) => data<FindAnswer>({ done: false, email, problem }, init)
  const parsed = findMyBooksSchema.safeParse({ email })
  if (!parsed.success) return refuse(translateLabel(t, parsed.error.issues[0]!.message), { status: 400 })
  try {
    const { checkout } = context.get(servicesContext)
    await checkout.findMyBooks(parsed.data.email, clientAddressOf(request), context.get(localeContext))
  } catch (error) {
    if (!isAppError(error)) throw error
    const headers: HeadersInit =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
    return refuse(translateError(t, error), { status: error.status, headers })
  }
  return data<FindAnswer>({ done: true })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders ?? new Headers()

/** Page with the books of this browser, and a form that finds others. */
export default function MyBooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { books, closed, refunded, supportEmail } = loaderData
  const t = useTranslations('checkout.library')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="books" kicker={t('kicker')} title={t('title')} />
      <div className="border-t border-groove">
        <div className="wrap grid gap-x-8 gap-y-12 py-12 md:py-20 lg:grid-cols-12">
          <section aria-labelledby="library-heading" className="flex flex-col gap-6 lg:col-span-6 lg:col-start-3">
            <h2 id="library-heading" className="label text-dust">
              {t('inBrowser')}
            </h2>
            {books.length > 0 ? <OwnedList books={books} /> : null}
            {books.length + closed.length + refunded.length === 0 ? (
              <EmptyState title={t('none')} action={<ButtonLink to="/books">{t('browse')}</ButtonLink>}>
                {t('noneText')}
              </EmptyState>
            ) : null}
            {closed.length > 0 ? (
              <>
                <h3 id="closed-heading" className="title">
                  {t('closed')}
                </h3>
                <ul className="flex flex-col gap-3 text-small" aria-labelledby="closed-heading">
                  {closed.map((order) => (
                    <li key={order.orderCode}>
                      <ClosedNote {...order} supportEmail={supportEmail} />
                    </li>
                  ))}
                </ul>
              </>
            ) : null}
            {refunded.length > 0 ? (
              <ul className="flex flex-col gap-3 text-small text-dust" aria-label={t('refunded')}>
                {refunded.map(({ title, orderCode, refundedAt, isTest, isSample }) => (
                  <li key={orderCode}>
                    <RefundNote title={title} code={orderCode} at={refundedAt} isTest={isTest} isSample={isSample} />
                  </li>
                ))}
              </ul>
            ) : null}
            {books.length === 0 && closed.length + refunded.length > 0 ? (
              <ButtonLink to="/books" className="self-start">
                {t('browse')}
              </ButtonLink>
            ) : null}
          </section>
          <div className="lg:col-span-4">
            <FindForm answer={actionData} />
          </div>
        </div>
      </div>
    </main>
  )
}

/** Lists the books of this browser with links to read and download them. */
function OwnedList({ books }: { books: (OwnedBook & { coverImage: string; downloadHref: string })[] }) {
  const t = useTranslations('checkout.library')
  const locale = useLocale()
  const hidden = (words: ReactNode) => <span className="sr-only">{words}</span>
  return (
    <ul className="flex flex-col divide-y divide-groove border-y border-groove">
      {books.map((book) => (
        <li
          key={book.orderCode}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 gap-y-5 py-6 md:grid-cols-[6rem_minmax(0,1fr)]"
        >
          <Figure
            slug={book.bookId}
            image={book.coverImage}
            imageSet={coverSet(book.coverImage)}
            variant="square"
            sizes="6rem"
            className="aspect-[148/210] w-full border border-groove bg-plate object-cover"
          />
          <div className="flex flex-col gap-4">
            <div className="flex flex-col gap-2">
              <h3 className="title">
                <Link to={`/book/${book.bookId}`} className="hover:text-live">
                  {book.title}
                </Link>
              </h3>
              <p className="label text-dust">
                {book.orderCode} · {book.isTest ? `${t('testOrder')} · ` : null}
                <time dateTime={book.boughtAt}>{formatLongDay(new Date(book.boughtAt), locale)}</time>
              </p>
              {book.maskedEmail ? (
                <p className="text-small text-dust">{t('sentTo', { email: book.maskedEmail })}</p>
              ) : null}
            </div>
            <div className="flex flex-wrap gap-3">
              <ButtonLink variant="primary" to={`/book/${book.bookId}/read`}>
                <BookOpen size={16} />
                <span>{t.rich('read', { title: book.title, hidden })}</span>
              </ButtonLink>
              <ButtonAnchor href={book.downloadHref} download>
                <Download size={16} />
                <span>{t.rich('download', { title: book.title, hidden })}</span>
              </ButtonAnchor>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
