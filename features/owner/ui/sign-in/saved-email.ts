const name = 'swade-owner-email'

/** The owner's address as this browser remembers it: fills the form and opens nothing. */
export const keptEmail = {
  read: (): string => attempt(() => localStorage.getItem(name)) ?? '',
  keep: (email: string): void => attempt(() => localStorage.setItem(name, email)),
  forget: (): void => attempt(() => localStorage.removeItem(name)),
}

// A browser may refuse its storage altogether.
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
