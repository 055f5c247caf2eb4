import { memo, startTransition, Suspense, useCallback, useEffect, useState } from 'react'
import { PageOverlays, useExtensionsReady } from '../extensions/reader-extensions.ts'
import { useLines, useReader, useReaderStore } from '../state/reader-context.tsx'
import type { PageBox } from './page-layout.ts'
import { PageImage } from './page-image.tsx'
import { TextLayer } from './text-layer.tsx'
import { Lock } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { ButtonLink } from '#ui/button.tsx'

/** Pages that are only scrolled past request nothing. */
const restMs = 90

/** One page: its image, overlays and text. */
export const PageSlot = memo(function PagePlate({
  page,
  isInSight,
  ...box
}: PageBox & { page: number; isInSight: boolean }) {
  const isReadable = useReader((state) => page <= (state.manifest?.readablePages ?? 0))
  const isConfirmed = useReader((state) => state.isConfirmed)
  const { top, left, width, height } = box
  const t = useTranslations('reader.page')
  return (
    <article
      aria-label={t('page', { page: String(page) })}
      data-page={page}
      className="absolute isolate overflow-clip bg-plate-raised [contain:strict]"
      style={{ top, left, width, height }}
    >
      {isReadable ? <ReadablePage page={page} {...box} isInSight={isInSight} /> : isConfirmed ? <LockedPage /> : null}
    </article>
  )
})

function ReadablePage({ page, width, height, scale, isInSight }: PageBox & { page: number; isInSight: boolean }) {
  const store = useReaderStore()
  const isCurrent = useReader((state) => state.page === page)
  // The current page loads first; the others follow when it is loaded or has failed.
  const isFree = useReader(
    (state) =>
      state.page === page ||
      state.loadedPages > 0 ||
      state.status === 'error' ||
      !store.isReadable(state.page) ||
      !state.visiblePages.includes(state.page),
  )
  const isDue = useRest(isCurrent, isFree)
  const [isSettled, setSettled] = useState(false)
  // Text is rendered after the image in a transition, so that nothing is blocked.
  const settle = useCallback(() => startTransition(() => setSettled(true)), [])
  return (
    <>
      <PageImage page={page} width={width} height={height} isDue={isDue} isInSight={isInSight} onSettled={settle} />
      {isSettled ? <PageContent page={page} scale={scale} /> : null}
    </>
  )
}

function PageContent({ page, scale }: { page: number; scale: number }) {
  const lines = useLines(page)
  const isDue = useExtensionsReady()
  return (
    <>
      <Suspense>{isDue ? <PageOverlays page={page} lines={lines} /> : null}</Suspense>
      <TextLayer page={page} lines={lines} scale={scale} />
    </>
  )
}

/** Returns true permanently, at once or after the page has stayed in sight for a moment; not before `may`. */
function useRest(isAtOnce: boolean, may: boolean): boolean {
  const [isDue, setDue] = useState(isAtOnce)
  useEffect(() => {
    if (isDue || !may) return
    const timer = setTimeout(() => setDue(true), isAtOnce ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [isDue, isAtOnce, may])
  return isDue
}

/**
 * Placeholder of a locked page; while a payment is on hold, it says so instead of offering the purchase. Its text is
 * near the top, because most windows are lower than the page.
 */
function LockedPage() {
  const t = useTranslations('reader.page')
  const { bookId } = useReaderStore()
  const hold = useReader((state) => state.manifest?.paymentHold)
  return (
    <div className="flex h-full flex-col items-center gap-4 border border-groove px-6 pt-48 text-center">
      <Lock size={28} className="text-dust" />
      <p className="title">{t('locked')}</p>
      <p className="max-w-md text-dust">{t(hold ? `onHold.${hold}` : 'unlock')}</p>
      <ButtonLink to={`/book/${bookId}#payment`} variant={hold ? 'quiet' : 'primary'}>
        {t(hold ? 'toBook' : 'purchase')}
      </ButtonLink>
    </div>
  )
}
