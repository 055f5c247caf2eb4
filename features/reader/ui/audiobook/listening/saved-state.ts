import { rateLimits } from '#ui/audio/player.ts'
import type { SavedPosition } from './position-tracker.ts'

/** A bookmarked position in a chapter's recording. */
export type AudioBookmark = { id: string; file: string; seconds: number }

const isRecord = (stored: unknown): stored is Record<string, unknown> => typeof stored === 'object' && stored !== null
const isSeconds = (stored: unknown): stored is number =>
  typeof stored === 'number' && stored >= 0 && Number.isFinite(stored)

const isSession = (stored: unknown): stored is number => Number.isSafeInteger(stored)

/** Returns storage for the listening position in this book. Versions before 2026-11-26 called `session` `turn`. */
export const savedPosition = (bookId: string) =>
  deviceStorage<SavedPosition>(`listening-place.${bookId}`, (stored) => {
    if (!isRecord(stored)) return undefined
    const { file, seconds, session = stored['turn'] } = stored
    return typeof file === 'string' && isSeconds(seconds) && isSession(session) ? { file, seconds, session } : undefined
  })

/** Returns storage for the audio bookmarks of this book, in creation order. */
export const savedBookmarks = (bookId: string) =>
  deviceStorage<AudioBookmark[]>(`listening-bookmarks.${bookId}`, (stored) =>
    Array.isArray(stored)
      ? stored.filter(
          (one): one is AudioBookmark =>
            isRecord(one) &&
            typeof one['id'] === 'string' &&
            typeof one['file'] === 'string' &&
            isSeconds(one['seconds']),
        )
      : undefined,
  )

/** Returns storage for the listening speed, shared by all books. */
export const savedRate = () =>
  deviceStorage<number>('listening-rate', (stored) =>
    typeof stored === 'number' && stored >= rateLimits.min && stored <= rateLimits.max ? stored : undefined,
  )

/** Returns storage for whether pages follow the narration. */
export const savedFollowing = () =>
  deviceStorage<boolean>('listening-follow', (stored) => (typeof stored === 'boolean' ? stored : undefined))

/**
 * Stores one value on this device under `name`; it never leaves the browser.
 *
 * @param read Validates a stored value, which may come from another version or be edited by hand.
 */
function deviceStorage<Value>(name: string, read: (stored: unknown) => Value | undefined) {
  let withoutStorage: Value | undefined
  return {
    load(): Value | undefined {
      try {
        const stored = localStorage.getItem(name)
        return stored === null ? undefined : read(JSON.parse(stored))
      } catch {
        return withoutStorage // Storage may be blocked.
      }
    },
    save(value: Value): void {
      withoutStorage = value
      try {
        localStorage.setItem(name, JSON.stringify(value))
      } catch {
        return // Without storage the value lasts as long as the page.
      }
    },
  }
}
