import { exactCopy } from '#platform/exact-copy.ts'

/**
 * Files of a few moments ago, by name; the longest unused go when there is no more room, and all of them after some
 * minutes in which nobody asks.
 */
export type RecentFiles = { get(name: string): Buffer | undefined; add(name: string, file: Uint8Array): void }

/** Files nobody asked for in this time are let go. */
const forgottenAfterMs = 3 * 60_000

/** @param room Bytes kept in all. */
export function createRecentFiles(room: number): RecentFiles {
  const files = new Map<string, { file: Buffer; usedAt: number }>()
  let used = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const drop = (name: string) => {
    used -= files.get(name)?.file.length ?? 0
    files.delete(name)
  }
  const put = (name: string, file: Buffer) => {
    // At the end: a map remembers in what order names came in.
    drop(name)
    files.set(name, { file, usedAt: Date.now() })
    used += file.length
  }
  const dropForgotten = () => {
    for (const [name, { usedAt }] of files) {
      if (Date.now() - usedAt < forgottenAfterMs) return
      drop(name)
    }
    clearInterval(timer)
    timer = undefined
  }
  return {
    get(name) {
      const known = files.get(name)
      if (known) put(name, known.file)
      return known?.file
    },
    add(name, file) {
      put(name, exactCopy(file))
      timer ??= setInterval(dropForgotten, forgottenAfterMs / 3).unref()
      for (const [oldest] of files) {
        if (used <= room) return
        drop(oldest)
      }
    },
  }
}
