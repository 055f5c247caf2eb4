/** What a visitor did in a passage whose script is not here yet. */
export type KeptPress = {
  /** Does it once more, for the script that is here now. */
  again(): void
  /** Does what it leads to without that script; absent where it would lead nowhere. */
  without?(): void
}

/**
 * Keeps a press that only script can answer, and stops what the browser would do by itself. Presses that ask for a tab of their own, and links
 * that lead elsewhere, stay the browser's: for those, script is only told of the press later.
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
  return { again: () => form.requestSubmit(submitter), without: () => form.submit() }
}

function keepButton(button: HTMLButtonElement): KeptPress | undefined {
  // The browser sends, opens and closes by itself; twice would undo it.
  if (button.type !== 'button' || button.hasAttribute('command') || button.popoverTargetElement) return undefined
  return { again: () => button.click() }
}

function keepLink(event: Event, link: HTMLAnchorElement, leadTo: (address: string) => void): KeptPress {
  const { origin, pathname, search, hash } = link
  const isOurs = origin === location.origin && !link.download && (link.target === '' || link.target === '_self')
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
