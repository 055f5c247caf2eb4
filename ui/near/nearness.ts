import { forgetPress } from './kept-press.ts'

/** Who waits for a visitor to come near a place of the page. */
export type NearWatch = {
  /** The visitor sees it, is about to, or touches it; may be told again and again. */
  onNear(): void
  /** A `click` or a `submit` inside it, before anything else hears of it. */
  onPress(event: Event): void
}

/** Until the page is moved, only what reaches well into the screen is needed; from then on what is some screens ahead, for thumbs are fast. */
const [aheadAtRest, aheadOnTheMove] = ['-25%', '300%']

const watches = new Map<Element, NearWatch>()
let observer: IntersectionObserver | undefined
let hasMoved = false

/** Watches for a visitor near `place`. @returns stops it. */
export function watchNear(place: Element, watch: NearWatch): () => void {
  if (!observer) listen()
  watches.set(place, watch)
  observer?.observe(place)
  return () => {
    watches.delete(place)
    observer?.unobserve(place)
  }
}

// At the window, and for good: React keeps back what happens in a passage that it has not taken over.
function listen(): void {
  for (const touch of ['pointerdown', 'focusin']) addEventListener(touch, onTouch, { capture: true, passive: true })
  for (const press of ['click', 'submit']) addEventListener(press, onPress, { capture: true })
  addEventListener('scroll', onMove, { passive: true, once: true })
  look()
}

function look(): void {
  observer?.disconnect()
  observer = new IntersectionObserver(
    (entries) => {
      // Asked here, where the page has just been laid out: earlier, the question alone would have it laid out once more.
      if (!hasMoved && scrollY > 0) return onMove()
      for (const { isIntersecting, target } of entries) if (isIntersecting) watches.get(target)?.onNear()
    },
    { rootMargin: `${hasMoved ? aheadOnTheMove : aheadAtRest} 0px` },
  )
  for (const place of watches.keys()) observer.observe(place)
}

function onMove(): void {
  hasMoved = true
  look()
}

const onTouch = (event: Event) => watchAround(event)?.onNear()

function onPress(event: Event): void {
  const watch = watchAround(event)
  if (watch) watch.onPress(event)
  else forgetPress()
}

function watchAround({ target }: Event): NearWatch | undefined {
  for (const [place, watch] of watches) if (target instanceof Node && place.contains(target)) return watch
  return undefined
}
