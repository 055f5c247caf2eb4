import { rateLimits } from '#ui/audio/player.ts'
import type { Place } from './position-tracker.ts'

/** A moment in a chapter's recording that the listener wants back. */
export type AudioBookmark = { id: string; file: string; seconds: number }

const isRecord = (kept: unknown): kept is Record<string, unknown> => typeof kept === 'object' && kept !== null
const isSeconds = (kept: unknown): kept is number => typeof kept === 'number' && kept >= 0 && Number.isFinite(kept)

/** Where the listener of this book is. */
export const keptPlace = (bookId: string) =>
  deviceMemory<Place>(`listening-place.${bookId}`, (kept) =>
    isRecord(kept) &&
    typeof kept['file'] === 'string' &&
    isSeconds(kept['seconds']) &&
    Number.isSafeInteger(kept['turn'])
      ? (kept as Place)
      : undefined,
  )

/** The bookmarks in the recordings of this book, in the order they were set. */
export const keptBookmarks = (bookId: string) =>
  deviceMemory<AudioBookmark[]>(`listening-bookmarks.${bookId}`, (kept) =>
    Array.isArray(kept)
      ? kept.filter(
          (one): one is AudioBookmark =>
            isRecord(one) &&
            typeof one['id'] === 'string' &&
            typeof one['file'] === 'string' &&
            isSeconds(one['seconds']),
        )
      : undefined,
  )

/** How fast this listener likes books read, whichever book. */
export const keptRate = () =>
  deviceMemory<number>('listening-rate', (kept) =>
    typeof kept === 'number' && kept >= rateLimits.least && kept <= rateLimits.most ? kept : undefined,
  )

/** Whether the pages follow the voice. */
export const keptFollowing = () =>
  deviceMemory<boolean>('listening-follow', (kept) => (typeof kept === 'boolean' ? kept : undefined))

/**
 * One value kept on this device under `name`; nothing of it leaves the browser.
 *
 * @param read Makes sense of what was kept, which may be of another version or typed by hand.
 */
function deviceMemory<Value>(name: string, read: (kept: unknown) => Value | undefined) {
  let withoutStorage: Value | undefined
  return {
    load(): Value | undefined {
      try {
        const kept = localStorage.getItem(name)
        return kept === null ? undefined : read(JSON.parse(kept))
      } catch {
        return withoutStorage // Storage may be forbidden.
      }
    },
    save(value: Value): void {
      withoutStorage = value
      try {
        localStorage.setItem(name, JSON.stringify(value))
      } catch {
        return // Then it lasts as long as the page.
      }
    },
  }
}
