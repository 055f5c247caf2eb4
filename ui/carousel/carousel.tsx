import { type FocusEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { useReducedMotion } from '#ui/reduced-motion.ts'
import { useLazyModule } from '#ui/use-lazy-module.ts'
import { useInView } from '#ui/use-in-view.ts'
import { CarouselButtons, CarouselDots } from './carousel-controls.tsx'
import type { CarouselDriver as Driver } from './carousel-driver.tsx'
import { minItemsToRotate, useRotation } from './rotation.ts'

const loadDriver = () => import('./carousel-driver.tsx')

/** An item of a carousel; `name` labels its dot and its slide. */
type CarouselItem = { key: string; name: string; content: ReactNode }

/**
 * Rotating row of cards: three in view, two on tablets, one and a part of the next on phones. Without JavaScript it
 * scrolls and snaps; the driver is loaded when it is in view.
 *
 * @param label Name of the row, as in "Next in …".
 * @param intervalMs Rotation interval in milliseconds.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function Carousel({ label, intervalMs, items }: { label: string; intervalMs: number; items: CarouselItem[] }) {
  const t = useTranslations('site.carousel')
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const isSeen = useInView(viewport)
  const [presses, setPresses] = useState(0)
  const CarouselDriver = useLazyModule(loadDriver, isSeen ? presses + 1 : presses)?.CarouselDriver
  const [driver, setDriver] = useState<Driver>()
  const [selected, setSelected] = useState(0)
  const [paused, setPaused] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focusWithin, setFocusWithin] = useState(false)
  const reducedMotion = useReducedMotion()
  const rotates = items.length >= minItemsToRotate && !reducedMotion
  // A click before the driver is loaded runs when it is ready.
  const pressed = useRef<((driver: Driver) => void) | undefined>(undefined)

  useRotation({
    itemCount: items.length,
    intervalMs,
    paused,
    hovered,
    focusWithin,
    reducedMotion,
    ready: driver !== undefined,
    advance: () => driver?.next(false),
  })

  const ready = useCallback((arrived: Driver | undefined) => {
    setDriver(arrived)
    if (!arrived) return
    pressed.current?.(arrived)
    pressed.current = undefined
  }, [])
  const move = (run: (driver: Driver) => void) => {
    if (driver) return run(driver)
    pressed.current = run
    setPresses(presses + 1)
  }
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocusWithin(false)
  }

  return (
    <section
      aria-roledescription={t('carousel')}
      aria-label={label}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocusWithin(true)}
      onBlur={leave}
      className="flex flex-col gap-4"
    >
      <div ref={setViewport} className="carousel-viewport">
        <div className="carousel-track">
          {items.map((item, index) => (
            <div
              key={item.key}
              role="group"
              aria-roledescription={t('slide')}
              aria-label={t('position', { index: index + 1, count: items.length, name: item.name })}
              className="carousel-slide"
            >
              {item.content}
            </div>
          ))}
        </div>
      </div>
      <div
        className={classNames('carousel-controls flex flex-wrap items-center gap-x-6 gap-y-2', fewClass(items.length))}
        data-print="hide"
      >
        <p
          className="label min-w-16 text-dust"
          aria-live={rotates && !paused && !focusWithin && !hovered ? 'off' : 'polite'}
          aria-atomic="true"
        >
          <span className="sr-only">{items[selected]?.name}, </span>
          {selected + 1}
          <span aria-hidden="true"> / </span>
          <span className="sr-only">{` ${t('of')} `}</span>
          {items.length}
        </p>
        <CarouselDots
          label={label}
          names={items.map((item) => item.name)}
          selected={selected}
          onShow={(index) => move((to) => to.show(index, reducedMotion))}
        />
        <CarouselButtons
          label={label}
          paused={rotates ? paused : undefined}
          onPrevious={() => move((to) => to.previous(reducedMotion))}
          onNext={() => move((to) => to.next(reducedMotion))}
          onPause={() => setPaused(!paused)}
        />
      </div>
      {CarouselDriver && viewport ? (
        <CarouselDriver viewport={viewport} onReady={ready} onSelect={setSelected} />
      ) : null}
    </section>
  )
}

// Hides the controls where all items are in view.
function fewClass(count: number): string {
  if (count <= 1) return 'hidden'
  if (count === 2) return 'md:hidden'
  return count === 3 ? 'lg:hidden' : ''
}
