import { useDeferredValue, useEffect, useRef } from 'react'
import { useHref } from 'react-router'
import { useTranslations } from 'use-intl/react'
import type { Book } from '#features/books/contract.ts'
import type { PublicManifest } from '#features/reader/contract.ts'
import { useReader } from './state/reader-context.tsx'
import { ReaderFrame } from './reader-frame.tsx'
import './reader.css'
import { pageImagePath } from '#features/reader/paths.ts'
import { sizeOf } from './view/page-size.ts'
import { textPagePath } from './text-page-path.ts'

/** Longer books continue as text, because these images are in the page that everyone gets. */
const maxImages = 200

/** The public pages of a book as images, for browsers without JavaScript. */
function NoScriptPages({ book, opening }: { book: Book; opening: PublicManifest | undefined }) {
  const t = useTranslations('reader.page')
  const textHref = useHref(textPagePath(book.id, 1))
  const purchaseHref = useHref(`/book/${book.id}#payment`)
  if (!opening) return <p className="wrap py-8">{t('unavailable')}</p>
  const { edition, openPages, totalPages, pageSizes } = opening
  const imageCount = Math.min(openPages, maxImages)
  return (
    <div className="wrap flex flex-col gap-6 [&>img]:h-auto [&>img]:w-full [&>img]:max-w-[816px]">
      <p className="measure text-dust">
        {t.rich('images', {
          link: (text) => (
            <a href={textHref} className="underline underline-offset-4 hover:text-sand">
              {text}
            </a>
          ),
        })}
      </p>
      {Array.from({ length: imageCount }, (_, index) => {
        const { width, height } = sizeOf(pageSizes, index + 1)
        return (
          <img
            key={index}
            src={pageImagePath(book.id, edition, index + 1, 816)}
            alt={t('page', { page: String(index + 1) })}
            width={Math.round(width * 2)}
            height={Math.round(height * 2)}
            loading="lazy"
            decoding="async"
          />
        )
      })}
      {openPages < totalPages ? (
        <div className="flex h-[800px] max-w-[816px] flex-col items-center justify-center gap-4 border border-groove bg-plate-raised p-6 text-center">
          <p className="title">{t('locked')}</p>
          <p className="text-dust">{t('unlock')}</p>
          <a href={purchaseHref} className="label bg-live px-5 py-4 text-plate">
            {t('purchase')}
          </a>
        </div>
      ) : null}
    </div>
  )
}

/** Container of the pages, with the same size before and after loading, to avoid layout shifts. */
export function ReaderSection({ book, opening }: { book: Book; opening: PublicManifest | undefined }) {
  const t = useTranslations('reader.page')
  // Deferred, so that the button responds first.
  const isOpen = useDeferredValue(useReader((state) => state.status !== 'idle'))
  const section = useRef<HTMLElement>(null)

  // Opening the book scrolls to its pages and moves the focus from the button to them.
  useEffect(() => {
    if (!isOpen || !section.current) return
    const { activeElement } = document
    const pages = section.current.querySelector<HTMLElement>('[data-pages]')
    if (activeElement instanceof HTMLButtonElement) pages?.focus({ preventScroll: true })
    if (section.current.getBoundingClientRect().bottom > innerHeight) section.current.scrollIntoView({ block: 'start' })
  }, [isOpen])

  return (
    <section
      ref={section}
      aria-label={t('reader')}
      className="-scroll-mt-8 md:-scroll-mt-7 pb-16 md:wrap md:pb-24"
      data-print="hide"
    >
      <noscript>
        <NoScriptPages book={book} opening={opening} />
      </noscript>
      <div className="noscript:hidden">{isOpen ? <ReaderFrame /> : <ClosedBook />}</div>
    </section>
  )
}

// A placeholder with the page's proportions, as high as the reader with its tools.
function ClosedBook() {
  return (
    <div
      aria-hidden="true"
      className="flex reader-frame h-[calc(var(--pages-height)+8.625rem)] justify-center overflow-hidden border border-groove px-2 pt-16 md:h-[calc(var(--pages-height)+5.75rem)]"
    >
      <div className="flex aspect-[148/210] h-fit w-full max-w-[816px] flex-col gap-5 border border-groove bg-plate-raised px-[12%] pt-[12%]">
        <span className="mb-6 h-6 w-2/5 bg-groove/60" />
        {lineWidths.map((width, index) => (
          <span key={index} className="h-px bg-groove" style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  )
}

const lineWidths = [96, 100, 92, 98, 100, 94, 99, 61, 97, 100, 95, 99, 93, 98, 44]
