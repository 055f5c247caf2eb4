/** Loader of code that is imported when it is needed, and again at the next need after a failure. */
type LazyLoader<Code> = {
  /** Returns the code if it is loaded. */
  get(): Code | undefined
  /** Loads it unless it is loaded or pending. @returns Whether it was loaded; never rejects. */
  fetch(): Promise<boolean>
  /** Resolves when it is loaded by any caller; never rejects. */
  arrival: Promise<Code>
}

/** Creates a {@link LazyLoader} of an `import()`. */
export function lazyLoader<Code>(load: () => Promise<Code>): LazyLoader<Code> {
  let arrive: (code: Code) => void
  const arrival = new Promise<Code>((resolve) => (arrive = resolve))
  let here: { code: Code } | undefined
  let underway: Promise<boolean> | undefined
  return {
    get: () => here?.code,
    fetch() {
      if (here) return Promise.resolve(true)
      return (underway ??= load()
        .then(
          (code) => {
            here = { code }
            arrive(code)
            return true
          },
          (error: unknown) => {
            // oxlint-disable-next-line no-console -- this is the only report; the page keeps its state
            console.warn('page code failed to load; retrying on next use:', error)
            return false
          },
        )
        .finally(() => (underway = undefined)))
    },
    arrival,
  }
}
