/** What a visitor did in a passage whose script is not here yet. */
export type KeptPress = {
  /** Does it once more, for the script that is here now. */
  again(): void
  /** Does what it leads to without that script; absent where it would lead nowhere. */
  without?(): void
  isForm?: true
}

/** How long a press waits for script, in milliseconds: where there is a way without it, and where there is none and it is forgotten. */
const [patienceMs, longestMs] = [3_000, 10_000]

let kept: { place: Element; press: KeptPress; timer: ReturnType<typeof setTimeout> } | undefined

/**
 * Keeps what was pressed last on the whole page and nothing else: two wishes would fight. Pressing once more does not wait longer, and a form that
 * was sent off is not given up for a button beside it.
 */
export function keepFor(place: Element, press: KeptPress): void {
  const before = kept?.place === place ? kept : undefined
  if (before?.press.isForm && !press.isForm) return
  if (!before) forgetPress()
  kept = { place, press, timer: before?.timer ?? setTimeout(() => goWithout(place), press.without ? patienceMs : longestMs) }
}

/** What is kept for a place; it is the asker's now. */
export function takeKept(place: Element): KeptPress | undefined {
  if (kept?.place !== place) return undefined
  const { press } = kept
  forgetPress()
  return press
}

/** Does without script what was pressed in a place; what has no other way is forgotten, or it would be done when nobody wants it any more. */
export function goWithout(place: Element): void {
  takeKept(place)?.without?.()
}

/** The visitor means something else now. */
export function forgetPress(): void {
  clearTimeout(kept?.timer)
  kept = undefined
}

/**
 * Keeps a press that only script can answer, and stops what the browser would do by itself. Presses that ask for a tab of their own stay
 * the browser's, and so do links that lead elsewhere or to no page: of those script is only told later.
 *
 * @param event A `click` or a `submit` on its way down.
 * @param leadTo Goes to an address of this site without loading the page anew, so that what sounds goes on.
 */
export function keepPress(event: Event, leadTo: (address: string) => void): KeptPress | undefined {
  if (event.defaultPrevented || !(event.target instanceof Element)) return undefined
  if (event instanceof SubmitEvent) return keepSubmit(event)
  const pressed = event.target.closest('a[href], button')
  if (pressed instanceof HTMLButtonElement) return keepButton(pressed)
  if (pressed instanceof HTMLAnchorElement && isPlain(event as MouseEvent)) return keepLink(event, pressed, leadTo)
  return undefined
}

function keepSubmit(event: SubmitEvent): KeptPress | undefined {
  const form = event.target as HTMLFormElement
  if (form.method === 'dialog') return undefined
  event.preventDefault()
  const { submitter } = event
  return { again: () => form.requestSubmit(submitter), without: () => form.submit(), isForm: true }
}

function keepButton(button: HTMLButtonElement): KeptPress | undefined {
  // The browser sends, opens and closes by itself; twice would undo it.
  if (button.type !== 'button' || button.hasAttribute('command') || button.popoverTargetElement) return undefined
  return { again: () => button.click() }
}

function keepLink(event: Event, link: HTMLAnchorElement, leadTo: (address: string) => void): KeptPress {
  const { origin, pathname, search, hash } = link
  const isPage = !link.hasAttribute('download') && !pathname.startsWith('/api/')
  const isOurs = origin === location.origin && isPage && (link.target === '' || link.target === '_self')
  const isHere = hash !== '' && pathname === location.pathname && search === location.search
  if (isOurs && !isHere) {
    event.preventDefault()
    return { again: () => link.click(), without: () => leadTo(pathname + search + hash) }
  }
  return {
    again() {
      link.addEventListener('click', (told) => told.preventDefault(), { once: true })
      link.click()
    },
  }
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
