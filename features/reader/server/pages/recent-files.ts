/** Files of a few moments ago, by name; the longest unused go when there is no more room. */
export type RecentFiles = { get(name: string): Buffer | undefined; add(name: string, file: Buffer): void }

/** @param room Bytes kept in all. */
export function createRecentFiles(room: number): RecentFiles {
  const files = new Map<string, Buffer>()
  let used = 0
  const drop = (name: string) => {
    used -= files.get(name)?.length ?? 0
    files.delete(name)
  }
  return {
    get(name) {
      const file = files.get(name)
      if (!file) return undefined
      // Put back at the end: a map remembers in what order names came in.
      files.delete(name)
      files.set(name, file)
      return file
    },
    add(name, file) {
      drop(name)
      files.set(name, file)
      used += file.length
      for (const [oldest] of files) {
        if (used <= room) return
        drop(oldest)
      }
    },
  }
}
