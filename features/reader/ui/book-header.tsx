import { BookOpen, Download, Headphones, RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { coverSet } from '#shared/cover-address.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { useFigureAddress } from '#ui/figure/figure-keys.ts'
import type { Book } from '#features/books/contract.ts'
import { pageImagePath, pdfDownloadPath } from '#features/reader/paths.ts'
import { useReader, useReaderStore } from './state/reader-context.tsx'
import { statusText } from './status-text.ts'

/** Header of the reader: title, access, and links to the pages, the PDF and the audio. */
export function BookHeader({ book }: { book: Book }) {
  const t = useTranslations('reader.page')
  const { length: chapters } = book.audioChapters
  const access = useAccess(book)
  return (
    <header className="wrap flex flex-col gap-4 pt-18 pb-6 md:gap-6 md:pt-22 md:pb-8">
      <BackLink to={`/book/${book.id}`}>{t('back')}</BackLink>
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-5 gap-y-5 md:grid-cols-[8.5rem_minmax(0,1fr)] md:gap-x-8">
        <Cover book={book} />
        <div className="flex flex-col gap-2.5">
          <p className="label text-dust">
            {t(`editions.${access}`)}
            {chapters > 0 ? ` · ${t('audioChapters', { count: chapters })}` : null}
          </p>
          <h1 className="heading">{book.title}</h1>
          <p className="text-small text-dust md:text-body">{book.subtitle}</p>
        </div>
        <Actions book={book} />
      </div>
    </header>
  )
}

function useAccess(book: Book) {
  return useReader((state) => state.manifest?.access) ?? (book.isFree ? 'free' : 'preview')
}

function Actions({ book }: { book: Book }) {
  const t = useTranslations('reader.page')
  const store = useReaderStore()
  const status = useReader((state) => state.status)
  const hasPages = useReader((state) => state.loadedPages > 0)
  const text = useReader((state) => statusText(state, t))
  const isPreview = useAccess(book) === 'preview'
  return (
    <div className="col-span-2 flex flex-col gap-4 md:col-span-1 md:col-start-2">
      <div className="flex flex-wrap items-center gap-3" data-print="hide">
        {hasPages || status === 'ready' ? null : (
          <Button
            variant="primary"
            onClick={() => void store.load()}
            aria-disabled={status === 'loading'}
            className="noscript:hidden"
          >
            <BookOpen size={16} />
            {t('load')}
          </Button>
        )}
        {status === 'error' ? (
          <Button onClick={() => void store.load()}>
            <RotateCw size={16} />
            {t('retry')}
          </Button>
        ) : null}
        <span className="flex items-center gap-3">
          <ButtonAnchor
            href={pdfDownloadPath(book.id)}
            download
            aria-describedby={isPreview ? 'download-extent' : undefined}
          >
            <Download size={16} />
            {t('download')}
          </ButtonAnchor>
          {isPreview ? (
            <span id="download-extent" className="text-small text-dust">
              {t('extent', { count: Math.min(book.previewPages, book.pages) })}
            </span>
          ) : null}
        </span>
        {book.audioChapters.length > 0 ? (
          <ButtonAnchor href="#audiobook" variant="bare">
            <Headphones size={16} />
            {t('jump')}
          </ButtonAnchor>
        ) : null}
      </div>
      <p
        role="status"
        data-status={status}
        className="min-h-6 text-small text-dust data-[status=error]:text-loss noscript:hidden"
      >
        {text}
      </p>
    </div>
  )
}

// The first page is the printed cover; until the PDF is imported, artwork is shown.
function Cover({ book }: { book: Book }) {
  const addressOf = useFigureAddress()
  const t = useTranslations('reader.page')
  const edition = useReader((state) => state.manifest?.edition)
  const own = book.coverImage || undefined
  const printed = edition ? (width: number) => pageImagePath(book.id, edition, 1, width) : undefined
  return (
    <img
      src={own ?? printed?.(204) ?? addressOf({ slug: book.id, variant: 'cover', width: 160 })}
      srcSet={own ? coverSet(own) : !printed ? undefined : `${printed(204)} 204w, ${printed(408)} 408w`}
      sizes="(min-width: 48rem) 136px, 88px"
      alt={own ? book.coverAlt || t('cover', { title: book.title }) : ''}
      width={136}
      height={193}
      loading="lazy"
      decoding="async"
      className="aspect-[148/210] h-auto w-full border border-groove bg-plate-raised object-cover md:row-span-2"
    />
  )
}
