import { Play, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { formatDuration } from '#shared/duration.ts'
import { PlayerButton } from '#ui/audio/player-button.tsx'
import type { Listening } from './listening/listening.ts'
import { useListeningView } from './listening/use-listening.ts'

/** Anchor of the list; its heading takes the focus. */
export const bookmarkListId = 'audio-bookmarks'

/** Audio bookmarks, stored on this device. Renders nothing if there are none. */
export function BookmarkList({ listening }: { listening: Listening }) {
  const t = useTranslations('reader.player')
  const bookmarks = useListeningView(listening, (view) => view.bookmarks)
  const { chapters } = listening
  const known = bookmarks.flatMap(({ id, file, seconds }) => {
    const index = chapters.findIndex((chapter) => chapter.file === file)
    return index < 0 ? [] : [{ id, index, seconds, title: chapters[index]!.title }]
  })
  if (known.length === 0) return null
  return (
    <section aria-labelledby={bookmarkListId} className="flex flex-col gap-4">
      <h3 id={bookmarkListId} tabIndex={-1} className="title scroll-mt-24">
        {t('bookmarks')}
      </h3>
      <ul className="border-t border-groove">
        {known
          .toSorted((a, b) => a.index - b.index || a.seconds - b.seconds)
          .map(({ id, index, seconds, title }) => (
            <li key={id} className="flex items-center border-b border-groove">
              <button
                type="button"
                onClick={() => listening.play(index, seconds)}
                className="flex min-h-14 min-w-0 flex-1 cursor-pointer items-center gap-4 text-left transition-colors hover:text-live"
              >
                <Play size={16} className="shrink-0" />
                <span className="figures shrink-0 text-small text-dust">{formatDuration(seconds)}</span>
                <span lang="en" className="min-w-0 truncate">
                  {title}
                </span>
              </button>
              <PlayerButton
                label={t('deleteBookmark', { time: formatDuration(seconds), title })}
                onPress={() => listening.removeBookmark(id)}
              >
                <Trash2 size={18} />
              </PlayerButton>
            </li>
          ))}
      </ul>
    </section>
  )
}
