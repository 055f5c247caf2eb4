import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'

/** How a carousel is moved once its driver is there; `jump` skips the glide. */
export type CarouselDriver = {
  next: (jump: boolean) => void
  previous: (jump: boolean) => void
  show: (index: number, jump: boolean) => void
}

/**
 * Takes over a row that until now scrolled natively: endless in both directions, draggable with a mouse.
 * Draws nothing, and is loaded when its carousel comes on screen.
 *
 * @param viewport The scrolling element; its only child is the track that holds the slides.
 * @param onReady Called with the driver, and with undefined when it is gone.
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
    // From here on slides are moved, not scrolled to: whatever was scrolled is where the driver starts.
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

/** The slide a natively scrolled row shows first. */
function nearestSlide(viewport: HTMLElement): number {
  const width = viewport.firstElementChild?.firstElementChild?.clientWidth
  return width ? Math.round(viewport.scrollLeft / width) : 0
}
