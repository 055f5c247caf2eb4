import { exactCopy } from '#platform/exact-copy.ts'

/**
 * In-memory cache of recent files by name. Evicts the least recently used files when full, and idle files after some
 * minutes.
 */
type MemoryCache = { get(name: string): Buffer | undefined; add(name: string, file: Uint8Array): void }

/** Files unused for this long are evicted. */
const maxIdleMs = 3 * 60_000

/** Creates the cache. @param maxBytes Total size in bytes. */
export function createMemoryCache(maxBytes: number): MemoryCache {
  const files = new Map<string, { file: Buffer; usedAt: number }>()
  let used = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const drop = (name: string) => {
    used -= files.get(name)?.file.length ?? 0
    files.delete(name)
  }
  const put = (name: string, file: Buffer) => {
    // Reinserted at the end: a map keeps insertion order.
    drop(name)
    files.set(name, { file, usedAt: Date.now() })
    used += file.length
  }
  const dropIdle = () => {
    for (const [name, { usedAt }] of files) {
      if (Date.now() - usedAt < maxIdleMs) return
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
      timer ??= setInterval(dropIdle, maxIdleMs / 3).unref()
      for (const [oldest] of files) {
        if (used <= maxBytes) return
        drop(oldest)
      }
    },
  }
}
