import type { ReactNode } from 'react'
import { data } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { AppError } from '#shared/errors.ts'
import { localePath } from '#shared/locales.ts'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { BackLink } from '#ui/back-link.tsx'
import { pageMeta, unlistedMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/text-page.ts'
import { bookHandle } from './book-handle.ts'
import { BookNotFound } from './book-not-found.tsx'
import { findBookFor } from './find-book-for.ts'
import { textPagePath, pagesPerPart } from './text-page-path.ts'
import { textPathOfPage, type TextLink, plainTextLines } from './plain-text-lines.ts'

export const handle: PageHandle = {
  ...bookHandle,
  // The maximum number of parts; the loader determines how many exist.
  search: { part: Array.from({ length: 100 }, (_, index) => String(index + 1)) },
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { reader } = services
  const book = await findBookFor(request, params.bookId, services)
  const t = pageTranslator(context)
  const missing = () => {
    const head = { title: t('reader.notFound.title'), description: '' }
    return data({ words: undefined, head, ...pageMessages(context, 'reader.notFound') }, { status: 404 })
  }
  if (!book) return missing()
  const opening = await reader.findPublicManifest(book.id)
  if (!opening) throw notReady()
  const part = Number(new URL(request.url).searchParams.get('part') ?? 1)
  const first = (part - 1) * pagesPerPart + 1
  if (!Number.isSafeInteger(part) || part < 1 || first > opening.openPages) return missing()
  const last = Math.min(first + pagesPerPart - 1, opening.openPages)
  const pages = await Promise.all(
    Array.from({ length: last - first + 1 }, async (_, index) => {
      const text = await reader.findPublicText(book.id, first + index)
      if (!text) throw notReady()
      const written = plainTextLines(text.lines)
      // Sent separately, because few lines have links.
      const links = written.flatMap(({ links: some }, line) => some.map((link) => ({ line, ...link })))
      return { page: first + index, lines: written.map((line) => line.text), links }
    }),
  )
  const { id, title, isFree } = book
  return data({
    head: {
      title: t('reader.text.title', { title }),
      description: t('reader.text.description', { title, first: String(first), last: String(last) }),
    },
    ...pageMessages(context, 'reader.text'),
    words: {
      id,
      title,
      isFree,
      part,
      pages,
      isLast: last === opening.openPages,
      totalPages: opening.totalPages,
      openPages: opening.openPages,
    },
  })
}

// Not cached: the book may be ready in a moment.
const notReady = () => new AppError('unavailable', { key: 'reader.errors.preparing' }, { retryAfterSeconds: 5 })

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const words = loaderData?.words
  if (!words) return unlistedMeta(matches, loaderData?.head.title ?? '')
  return [
    ...pageMeta(matches, {
      path: `/book/${words.id}`,
      ...loaderData.head,
      image: `/share/book/${words.id}.png`,
      type: 'book',
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

/** Text of the public pages, for readers without JavaScript; a long book has several parts. */
export default function TextPage({ loaderData: { words } }: Route.ComponentProps) {
  return words ? <BookText {...words} /> : <BookNotFound />
}

type BookTextProps = NonNullable<Route.ComponentProps['loaderData']['words']>

function BookText({ id, title, isFree, part, pages, isLast, totalPages, openPages }: BookTextProps) {
  const t = useTranslations('reader.text')
  const locale = useLocale()
  const addressOf = (to: string | number) => {
    if (typeof to === 'string') return to
    const path = textPathOfPage(id, to, { openPages, part })
    return path?.startsWith('/') ? localePath(locale, path) : path
  }
  return (
    <main id="content" tabIndex={-1} className="wrap flex flex-col gap-10 pt-20 pb-24">
      <BackLink to={`/book/${id}/read`}>{t('back')}</BackLink>
      <h1 className="heading">{title}</h1>
      {pages.map(({ page, lines, links }) => (
        <section
          key={page}
          aria-labelledby={`page-${page}`}
          className="flex flex-col gap-3 border-t border-groove pt-6"
        >
          <h2 id={`page-${page}`} className="label scroll-mt-24 text-dust">
            {t('pageOf', { page: String(page), total: String(totalPages) })}
          </h2>
          <p lang="en" className="measure">
            {lines.map((line, index) => (
              <span key={index} className="block">
                <LinkedLine text={line} links={links.filter((link) => link.line === index)} addressOf={addressOf} />
              </span>
            ))}
          </p>
        </section>
      ))}
      <nav aria-label={t('pages')} className="label flex flex-wrap gap-6 border-t border-groove pt-6">
        {part > 1 ? (
          <a
            href={localePath(locale, textPagePath(id, part - 1))}
            className="inline-flex min-h-11 items-center hover:text-live"
          >
            {t('previous')}
          </a>
        ) : null}
        {isLast ? null : (
          <a
            href={localePath(locale, textPagePath(id, part + 1))}
            className="inline-flex min-h-11 items-center hover:text-live"
          >
            {t('next')}
          </a>
        )}
        {isLast && !isFree ? (
          <a href={localePath(locale, `/book/${id}`)} className="inline-flex min-h-11 items-center hover:text-live">
            {t('purchase')}
          </a>
        ) : null}
      </nav>
    </main>
  )
}

/** A line with its links; links to locked pages are plain text. */
function LinkedLine({
  text,
  links,
  addressOf,
}: {
  text: string
  links: TextLink[]
  addressOf(to: string | number): string | undefined
}) {
  const pieces: ReactNode[] = []
  let done = 0
  for (const { start, end, to } of links) {
    const href = addressOf(to)
    if (href === undefined) continue
    pieces.push(
      text.slice(done, start),
      <a
        key={start}
        href={href}
        rel="noopener noreferrer"
        className="underline decoration-groove underline-offset-4 hover:decoration-live"
      >
        {text.slice(start, end)}
      </a>,
    )
    done = end
  }
  return <>{[...pieces, text.slice(done)]}</>
}
