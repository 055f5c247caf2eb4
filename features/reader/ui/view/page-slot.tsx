import { memo, startTransition, Suspense, useCallback, useEffect, useState } from 'react'
import { PageOverlays, useCompanionsDue } from '../reader-extensions.ts'
import { useLines, useReader, useReaderStore } from '../reader-context.tsx'
import type { PageBox } from './page-layout.ts'
import { PageImage } from './page-image.tsx'
import { TextLayer } from './text-layer.tsx'
import { Lock } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'

/** A page that only flies by asks for nothing. */
const restMs = 90

/** One page in its place: its image, what hangs in it, and its words. */
export const PagePlate = memo(function PagePlate({
  page,
  isInSight,
  ...box
}: PageBox & { page: number; isInSight: boolean }) {
  const isReadable = useReader((state) => page <= (state.manifest?.readablePages ?? 0))
  const isConfirmed = useReader((state) => state.isConfirmed)
  const { top, left, width, height } = box
  return (
    <article
      aria-label={`Page ${page}`}
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
  // The page somebody waits for has the line to itself; the others follow when it is there, or cannot come.
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
  // Words come after the picture and piece by piece, so that nothing that moves is held up.
  const settle = useCallback(() => startTransition(() => setSettled(true)), [])
  return (
    <>
      <PageImage page={page} width={width} height={height} isDue={isDue} isInSight={isInSight} onSettled={settle} />
      {isSettled ? <Words page={page} scale={scale} /> : null}
    </>
  )
}

function Words({ page, scale }: { page: number; scale: number }) {
  const lines = useLines(page)
  const isDue = useCompanionsDue()
  return (
    <>
      <Suspense>{isDue ? <PageOverlays page={page} lines={lines} /> : null}</Suspense>
      <TextLayer page={page} lines={lines} scale={scale} />
    </>
  )
}

/** Becomes true for good, at once or when the page has stayed for a moment; not before it may. */
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
 * Stands where a page is that this visitor may not read. Most windows are lower than it is, so its words stand where
 * they show first.
 */
function LockedPage() {
  const { bookId } = useReaderStore()
  return (
    <div className="flex h-full flex-col items-center gap-4 border border-groove px-6 pt-48 text-center">
      <Lock size={28} strokeWidth={1.5} aria-hidden="true" className="text-dust" />
      <p className="title">Page Locked</p>
      <p className="text-dust">Purchase to unlock this page</p>
      <ButtonLink to={`/book/${bookId}#payment`} variant="primary">
        Purchase Now
      </ButtonLink>
    </div>
  )
}
