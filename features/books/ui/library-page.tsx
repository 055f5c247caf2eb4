import { countOf } from '#shared/count-of.ts'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { EmptyState } from '#ui/notice.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/library-page.ts'
import { PaidBooks } from './paid-books.tsx'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import type { BookCard } from '#features/books/contract.ts'
import { BookCover } from './book-cover.tsx'
import { pdfAddress, Price } from './price.tsx'

export const handle: PageHandle = {
  cache: 'public',
  appShortcut: 'site.app.books',
  nav: { label: 'books.nav', in: ['header', 'footer'] },
  sitemap({ books }) {
    const all = books.list()
    const free = all.filter(({ isFree }) => isFree).length
    const part = free === 0 ? '' : free === all.length ? ', free' : `, ${free} of them free`
    return { title: 'Books Library', summary: `${countOf(all.length, 'book')}${part}.` }
  },
  shareImages: { books: { title: 'Books Library', kicker: 'Books' } },
}

export function loader({ context }: Route.LoaderArgs) {
  const books = translateContent(context, context.get(servicesContext).books.list())
  const t = pageTranslator(context)
  const hasFree = books.some((book) => book.isFree)
  return {
    books,
    head: {
      title: t('books.page.title'),
      description: t(hasFree ? 'books.page.descriptionWithFree' : 'books.page.description', { count: books.length }),
    },
    ...pageMessages(context, 'books.page', 'books.shared'),
  }
}

export function meta({ loaderData: { books, head }, matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/books',
    ...head,
    image: '/share/page/books.png',
    jsonLd: (origin) => [
      breadcrumbs(origin, [{ name: head.title, path: '/books' }]),
      {
        '@type': 'ItemList',
        'name': head.title,
        'numberOfItems': books.length,
        'itemListElement': books.map((book, index) => ({
          '@type': 'ListItem',
          'position': index + 1,
          'name': book.title,
          'url': `${origin}/book/${book.id}`,
        })),
      },
    ],
  })
}

/** The library page: free books first, then paid ones. */
export default function LibraryPage({ loaderData: { books } }: Route.ComponentProps) {
  const t = useTranslations('books.page')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="books" kicker={t('kicker', { count: books.length })} title={t('title')} lead={t('lead')} />
      <section aria-label={t('all')} className="border-t border-groove">
        {books
          .filter((book) => book.isFree)
          .map((book) => (
            <FreeBook key={book.id} book={book} />
          ))}
        <PaidBooks books={books.filter((book) => !book.isFree)} />
        {books.length === 0 ? (
          <div className="wrap py-16 md:py-24">
            <EmptyState title={t('none')} action={<ButtonLink to="/newsletter">{t('newsletter')}</ButtonLink>}>
              {t('noneText')}
            </EmptyState>
          </div>
        ) : null}
      </section>
    </main>
  )
}

/** A free book, large, with its download. */
function FreeBook({ book }: { book: BookCard }) {
  const t = useTranslations('books.page')
  const shared = useTranslations('books.shared')
  const to = `/book/${book.id}`
  return (
    <article className="border-b border-groove bg-plate-raised">
      <div className="wrap grid gap-x-8 gap-y-8 py-12 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:py-20 lg:grid-cols-12">
        <Link
          to={to}
          prefetch="intent"
          viewTransition
          tabIndex={-1}
          aria-hidden="true"
          className="group w-3/4 max-w-sm sm:w-full lg:col-span-4 lg:col-start-2"
        >
          <BookCover book={book} sizes="(min-width: 64rem) 28vw, (min-width: 40rem) 38vw, 68vw" />
        </Link>
        <div className="flex flex-col items-start gap-6 self-end lg:col-span-6 lg:col-start-7">
          <p className="label flex flex-wrap gap-x-4 gap-y-1 text-dust">
            <span>{shared(`categories.${book.category}`)}</span>
            <span>{book.author}</span>
            <span>{shared('pages', { count: book.pages })}</span>
          </p>
          <h2 className="heading">
            <Link to={to} prefetch="intent" viewTransition className="inline-block py-1.5 hover:text-live">
              {book.title}
            </Link>
          </h2>
          <p className="measure text-lead text-sand/85">{book.subtitle}</p>
          <Price book={book} className="text-title" />
          <div className="flex flex-wrap gap-3">
            <ButtonAnchor
              href={pdfAddress(book.id)}
              download
              variant="primary"
              aria-label={t('downloadOf', { title: book.title })}
            >
              <Download size={16} />
              {shared('downloadFree')}
            </ButtonAnchor>
            <ButtonLink to={to}>{t('viewBook')}</ButtonLink>
          </div>
        </div>
      </div>
    </article>
  )
}
