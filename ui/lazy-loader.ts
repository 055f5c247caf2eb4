/** Code of a page that is asked for when it is needed, and once more at the next need when it did not come. */
export type LazyLoader<Code> = {
  /** The code, once it is here. */
  get(): Code | undefined
  /** Asks for it, unless it is here or on its way. @returns whether it came; never rejected. */
  fetch(): Promise<boolean>
  /** Fulfilled when it is here, whoever asked; never rejected. */
  arrival: Promise<Code>
}

/** Puts an `import()` behind {@link LazyLoader}. */
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
            // oxlint-disable-next-line no-console -- told here and nowhere else: the page stays as it was sent
            console.warn('page code failed to load; retrying on next use:', error)
            return false
          },
        )
        .finally(() => (underway = undefined)))
    },
    arrival,
  }
}
