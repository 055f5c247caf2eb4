const key = 'swade-owner-email'

/** The owner's address in the local storage of this browser. It prefills the sign-in form and grants no access. */
export const savedEmail = {
  read: (): string => ignoreStorageErrors(() => localStorage.getItem(key)) ?? '',
  save: (email: string): void => ignoreStorageErrors(() => localStorage.setItem(key, email)),
  forget: (): void => ignoreStorageErrors(() => localStorage.removeItem(key)),
}

// A browser may deny access to its storage.
function ignoreStorageErrors<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
