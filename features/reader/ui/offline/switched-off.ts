const storageName = 'swade.offline.off'

/** Whether the visitor has said that this book is not to be kept. */
export const isSwitchedOff = (bookId: string): boolean => read().includes(bookId)

export const switchOff = (bookId: string): void => write([...read().filter((id) => id !== bookId), bookId])

export const switchOn = (bookId: string): void => write(read().filter((id) => id !== bookId))

function read(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function write(ids: readonly string[]): void {
  try {
    localStorage.setItem(storageName, JSON.stringify(ids))
  } catch {
    return // Where nothing may be kept, no book is either.
  }
}
