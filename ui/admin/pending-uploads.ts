/** The uploads of a form: while one is under way, the form waits to be sent. */
export type PendingUploads = {
  /**
   * Begins an upload. Returns a function that ends it: one that failed sends nothing, and returns whether the form was
   * waiting to be sent.
   */
  begin(): (isDone: boolean) => boolean
  /** Returns whether a form must wait; the button that sends it is remembered, the last one wins. */
  delay(button: HTMLElement | null): boolean
  /**
   * Returns the button that was pressed meanwhile, once, as soon as all uploads have ended. One that is no longer in
   * the document sends nothing.
   */
  consumePressed(): { button: HTMLElement | null } | undefined
  /** Forgets the button, when the form is about to be replaced. */
  forget(): void
  isWaiting(): boolean
  subscribe(listener: () => void): () => void
}

/**
 * Creates the list of uploads of one form.
 *
 * @param onCount Called with the number of running uploads when it changes.
 */
export function createPendingUploads(onCount: (running: number) => void = () => undefined): PendingUploads {
  const listeners = new Set<() => void>()
  let running = 0
  let pressed: { button: HTMLElement | null } | undefined
  const report = () => {
    for (const listener of listeners) listener()
  }
  return {
    begin() {
      let isOver = false
      running += 1
      onCount(running)
      return (isDone) => {
        if (isOver) return false
        isOver = true
        running -= 1
        onCount(running)
        const isRefused = !isDone && pressed !== undefined
        if (!isDone) pressed = undefined
        report()
        return isRefused
      }
    },
    delay(button) {
      if (running === 0) return false
      pressed = { button }
      report()
      return true
    },
    consumePressed() {
      if (running > 0) return undefined
      const taken = pressed
      pressed = undefined
      if (taken) report()
      // Without its button, a form would do something else.
      return taken?.button?.isConnected === false ? undefined : taken
    },
    forget() {
      pressed = undefined
      report()
    },
    isWaiting: () => pressed !== undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
