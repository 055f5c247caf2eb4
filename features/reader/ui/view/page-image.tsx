import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { pageImagePath } from '#features/reader/paths.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { unpackedName } from '../page-images.ts'
import { useReader, useReaderStore } from '../reader-context.tsx'
import { imageWidthFor } from './image-width.ts'
import { useNightSparing } from './night-mode.ts'
import { unpackPicture } from './decode-image.ts'

/** While fingers or wheel are at it, sizes fly by. */
const sizeRestMs = 160

type Shown = { edition: string; imageWidth: number }

/**
 * The picture of a page at the width its screen needs. A crisper one takes the place of the one before when it is
 * unpacked, so nothing flickers. Its words are told by the text layer, so it says nothing itself. It is a canvas
 * because that gives its memory back when the page leaves; images would stay in the browser's caches.
 *
 * @param props.onSettled Told when the first picture is there or cannot come.
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
  const [isPaper, examine] = useNightSparing(theme === 'night')
  // The page's picture of before stays until the new one can be seen; another edition's does not.
  const isHere = shown?.edition === edition
  const isBroken = failedAttempt === attempt && !isHere

  useLayoutEffect(() => void (wasInSight.current = isInSight), [isInSight])
  useLayoutEffect(() => () => leave.current?.(), [])

  // Before the page is painted: one that was kept is there with it.
  useLayoutEffect(() => {
    if (!isDue) return
    let isWanted = true
    const address = pageImagePath(store.bookId, edition, page, imageWidth)
    const name = unpackedName(address, pixels)
    const show = (picture: ImageBitmap) => {
      const element = isWanted ? canvas.current : null
      const drawing = element?.getContext('bitmaprenderer')
      if (!element || !drawing) return picture.close()
      examine(picture)
      drawing.transferFromImageBitmap(picture)
      // A page that is scrolled out of sight first was not left by a jump.
      leave.current = () => {
        if (wasInSight.current)
          createImageBitmap(element).then(
            (left) => store.pictures.keepUnpacked(name, left),
            () => undefined,
          )
      }
      setShown({ edition, imageWidth })
      store.pictures.shownAt({ imageWidth, pixels })
      store.told.loaded(page)
      onSettled()
    }
    const left = store.pictures.takeUnpacked(name)
    if (left) return show(left)
    const held = store.pictures.hold(address, wasInSight.current ? 'high' : 'low')
    const likely = store.pictures.takeLikely(name)
    const bring = async () => show(await (likely ?? unpackPicture(await held.blob, pixels)))
    bring().catch(() => {
      if (!isWanted) return
      setFailed(attempt)
      void store.told.failed(page)
      onSettled()
    })
    return () => {
      isWanted = false
      held.release()
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
  return (
    <div className="absolute inset-x-4 top-16 z-10 flex flex-col items-start gap-3 border border-groove bg-plate-raised p-5 text-sand">
      <p>This page failed to load.</p>
      <button
        type="button"
        className="label min-h-11 cursor-pointer text-live hover:underline"
        onClick={() => void onRetry()}
      >
        Try Again
      </button>
    </div>
  )
}

/** A number as it is, once it has not changed for a while; the first one at once. */
function useSettled(value: number, restMs: number): number {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value, settled, restMs])
  return settled
}

/** Screen pixels per CSS pixel; changes with the browser's own zoom and when the window goes to another screen. */
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
