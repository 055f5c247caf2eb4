import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'

/** Controls of a carousel once its driver is loaded; `jump` skips the animation. */
export type CarouselDriver = {
  next: (jump: boolean) => void
  previous: (jump: boolean) => void
  show: (index: number, jump: boolean) => void
}

/**
 * Turns a natively scrolling row into an endless, draggable carousel. Renders nothing and is loaded when its carousel
 * is in view.
 *
 * @param viewport The scrolling element; its only child is the track that holds the slides.
 * @param onReady Called with the driver, and with undefined on unmount.
 * @param onSelect Called with the index of the first slide on screen, from 0.
 */
export function CarouselDriver(props: {
  viewport: HTMLElement
  onReady: (driver: CarouselDriver | undefined) => void
  onSelect: (index: number) => void
}) {
  const { viewport, onReady, onSelect } = props
  const [startIndex] = useState(() => nearestSlide(viewport))
  const [attach, embla] = useEmblaCarousel({ loop: true, align: 'start', startIndex })

  useEffect(() => {
    // From here on slides are transformed instead of scrolled; the driver starts at the scrolled slide.
    viewport.dataset['driven'] = ''
    viewport.scrollLeft = 0
    attach(viewport)
    return () => {
      delete viewport.dataset['driven']
    }
  }, [attach, viewport])

  useEffect(() => {
    if (!embla) return
    const select = () => onSelect(embla.selectedScrollSnap())
    embla.on('select', select).on('reInit', select)
    select()
    onReady({ next: embla.scrollNext, previous: embla.scrollPrev, show: embla.scrollTo })
    return () => {
      embla.off('select', select).off('reInit', select)
      onReady(undefined)
    }
  }, [embla, onReady, onSelect])

  return null
}

/** Returns the index of the first visible slide of a scrolling row. */
function nearestSlide(viewport: HTMLElement): number {
  const width = viewport.firstElementChild?.firstElementChild?.clientWidth
  return width ? Math.round(viewport.scrollLeft / width) : 0
}
