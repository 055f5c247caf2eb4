import { useEffect } from 'react'
import { pageImagePath } from '#features/reader/paths.ts'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { imageWidthFor } from './image-width.ts'

/**
 * In Page View, prefetches the next and previous page. In Scroll View the render window does that.
 *
 * @param page The current page, 0 in Scroll View.
 * @param width Its width in CSS pixels.
 */
export function useAdjacentPages(page: number, width: number): void {
  const store = useReaderStore()
  const edition = useReader((state) => (state.status === 'ready' ? state.manifest?.edition : undefined))
  useEffect(() => {
    if (!page || !edition) return
    const imageWidth = imageWidthFor(width, devicePixelRatio)
    const images = [page + 1, page - 1].filter(store.isReadable).map((neighbour) => {
      store.text(neighbour).catch(() => undefined)
      const image = store.images.acquire(pageImagePath(store.bookId, edition, neighbour, imageWidth), 'low')
      // The page requests the image again when it is shown.
      image.blob.catch(() => undefined)
      return image
    })
    return () => images.forEach((image) => image.release())
  }, [store, page, width, edition])
}
