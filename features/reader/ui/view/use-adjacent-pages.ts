import { useEffect } from 'react'
import { pageImagePath } from '#features/reader/paths.ts'
import { useReader, useReaderStore } from '../reader-context.tsx'
import { imageWidthFor } from './image-width.ts'

/**
 * Where one page stands alone, has the next one and the one before ready when they are turned to. In Scroll View the
 * window around what is in sight does that.
 *
 * @param page The page alone, 0 in Scroll View.
 * @param width Its width in CSS pixels.
 */
export function useNeighbours(page: number, width: number): void {
  const store = useReaderStore()
  const edition = useReader((state) => (state.status === 'ready' ? state.manifest?.edition : undefined))
  useEffect(() => {
    if (!page || !edition) return
    const imageWidth = imageWidthFor(width, devicePixelRatio)
    const held = [page + 1, page - 1].filter(store.isReadable).map((neighbour) => {
      store.text(neighbour).catch(() => undefined)
      const picture = store.pictures.hold(pageImagePath(store.bookId, edition, neighbour, imageWidth), 'low')
      // Whoever turns to it asks again.
      picture.blob.catch(() => undefined)
      return picture
    })
    return () => held.forEach((picture) => picture.release())
  }, [store, page, width, edition])
}
