import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { pageImagePath } from '#features/reader/paths.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { decodedName } from '../state/page-images.ts'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { imageWidthFor } from './image-width.ts'
import { useNightInversion } from './night-mode.ts'
import { decodeImage } from '../state/decode-image.ts'

/** While zooming, sizes change quickly. */
const sizeRestMs = 160

type Shown = { edition: string; imageWidth: number }

/**
 * The image of a page at the width its screen needs. A sharper one replaces it after decoding, so nothing flickers.
 * Hidden from screen readers, which use the text layer. A canvas releases its memory when unmounted; images would
 * stay in the browser's caches.
 *
 * @param props.onSettled Called when the first image is shown or has failed.
 */
export function PageImage(props: {
  page: number
  width: number
  height: number
  isDue: boolean
  isInSight: boolean
  onSettled: () => void
}) {
  const { page, width, height, isDue, isInSight, onSettled } = props
  const store = useReaderStore()
  const edition = useReader((state) => state.manifest!.edition)
  const attempt = useReader((state) => state.attempt)
  const theme = useReader((state) => state.theme)
  const pixelRatio = usePixelRatio()
  const wanted = useSettled(width, sizeRestMs)
  const imageWidth = imageWidthFor(wanted, pixelRatio)
  const pixels = Math.round(wanted * pixelRatio)
  const canvas = useRef<HTMLCanvasElement>(null)
  const wasInSight = useRef(false)
  const leave = useRef<() => void>(undefined)
  const [shown, setShown] = useState<Shown>()
  const [failedAttempt, setFailed] = useState(-1)
  const [isPaper, examine] = useNightInversion(theme === 'night')
  // The previous image of the same edition stays until the new one is visible.
  const isHere = shown?.edition === edition
  const isBroken = failedAttempt === attempt && !isHere

  useLayoutEffect(() => void (wasInSight.current = isInSight), [isInSight])
  useLayoutEffect(() => () => leave.current?.(), [])

  // Before painting, so that a cached image appears together with the page.
  useLayoutEffect(() => {
    if (!isDue) return
    let isWanted = true
    const address = pageImagePath(store.bookId, edition, page, imageWidth)
    const name = decodedName(address, pixels)
    const show = (bitmap: ImageBitmap) => {
      const element = isWanted ? canvas.current : null
      const drawing = element?.getContext('bitmaprenderer')
      if (!element || !drawing) return bitmap.close()
      examine(bitmap)
      drawing.transferFromImageBitmap(bitmap)
      // A page that was scrolled out of sight earlier was not left by a jump.
      leave.current = () => {
        if (wasInSight.current)
          createImageBitmap(element).then(
            (left) => store.images.saveDecoded(name, left),
            () => undefined,
          )
      }
      setShown({ edition, imageWidth })
      store.images.shownAt({ imageWidth, pixels })
      store.report.loaded(page)
      onSettled()
    }
    const left = store.images.claimDecoded(name)
    if (left) return show(left)
    const handle = store.images.acquire(address, wasInSight.current ? 'high' : 'low')
    const likely = store.images.claimPrefetched(name)
    const bring = async () => show(await (likely ?? decodeImage(await handle.blob, pixels)))
    bring().catch(() => {
      if (!isWanted) return
      setFailed(attempt)
      void store.report.failed(page)
      onSettled()
    })
    return () => {
      isWanted = false
      handle.release()
    }
  }, [store, edition, page, imageWidth, pixels, isDue, attempt, examine, onSettled])

  return (
    <div data-theme={theme} data-paper={isPaper} className="reader-paper absolute inset-0">
      {isHere ? null : <Skeleton className="absolute inset-0 rounded-none" />}
      {isBroken ? <PageMissing onRetry={store.load} /> : null}
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-there={isHere}
        data-image-width={isHere ? shown.imageWidth : undefined}
        style={{ width, height }}
        className="absolute inset-0 data-[there=false]:opacity-0"
      />
    </div>
  )
}

function PageMissing({ onRetry }: { onRetry: () => unknown }) {
  const t = useTranslations('reader.page')
  return (
    <div className="absolute inset-x-4 top-16 z-10 flex flex-col items-start gap-3 border border-groove bg-plate-raised p-5 text-sand">
      <p>{t('failed')}</p>
      <button
        type="button"
        className="label min-h-11 cursor-pointer text-live hover:underline"
        onClick={() => void onRetry()}
      >
        {t('retry')}
      </button>
    </div>
  )
}

/** Returns a value once it has not changed for a while; the first value is returned at once. */
function useSettled(value: number, restMs: number): number {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value, settled, restMs])
  return settled
}

/** Returns screen pixels per CSS pixel; changes with browser zoom and between screens. */
function usePixelRatio(): number {
  return useSyncExternalStore(
    subscribe,
    () => devicePixelRatio,
    () => 1,
  )
}

function subscribe(onChange: () => void): () => void {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}
