import { Bookmark, MoonStar } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatDuration } from '#shared/duration.ts'
import type { Locale } from '#shared/locales.ts'
import { rateLimits } from '#ui/audio/player.ts'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { bookmarkListId } from './bookmark-list.tsx'
import type { Listening } from './listening/listening.ts'
import { sleepMinutes } from './listening/sleep-timer.ts'
import { useListeningView } from './listening/use-listening.ts'

/** Listening controls: speed, sleep timer and bookmark. */
export function ListeningTools({ listening }: { listening: Listening }) {
  return (
    <div className="grid gap-x-8 gap-y-4 border-t border-groove pt-4 sm:grid-cols-2">
      <SpeedTool listening={listening} />
      <SleepTool listening={listening} />
      <BookmarkTool listening={listening} />
    </div>
  )
}

/** Bookmarks the current position and confirms it beside the button, since the list is below the last chapter. */
function BookmarkTool({ listening }: { listening: Listening }) {
  const t = useTranslations('reader.player')
  const [bookmarked, setBookmarked] = useState<{ press: number; id: string; text: string }>()
  const isThere = useListeningView(listening, (view) => view.bookmarks.some(({ id }) => id === bookmarked?.id))
  function bookmarkPosition() {
    const { bookmark, isDuplicate } = listening.addBookmark()
    const title = listening.chapters.find(({ file }) => file === bookmark.file)?.title ?? ''
    const time = formatDuration(bookmark.seconds)
    const text = isDuplicate ? t('alreadyBookmarked', { time, title }) : t('bookmarked', { time, title })
    setBookmarked({ press: (bookmarked?.press ?? 0) + 1, id: bookmark.id, text })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
      <Button onClick={bookmarkPosition}>
        <Bookmark size={16} />
        {t('bookmark')}
      </Button>
      <p role="status" className="min-w-0 text-small text-dust empty:sr-only">
        {/* Rendered again at every press, so that screen readers repeat the same message. */}
        {bookmarked && isThere ? <span key={bookmarked.press}>{bookmarked.text}</span> : null}
      </p>
      {bookmarked && isThere ? (
        <ButtonAnchor variant="bare" href={`#${bookmarkListId}`}>
          {t('showBookmarks')}
        </ButtonAnchor>
      ) : null}
    </div>
  )
}

function SpeedTool({ listening }: { listening: Listening }) {
  const t = useTranslations('reader.player')
  const locale = useLocale()
  const id = useId()
  const rate = useListeningView(listening, (view) => view.player.rate)
  return (
    <div className="flex flex-col">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="label text-dust">
          {t('speed')}
        </label>
        <output htmlFor={id} className="figures text-small">
          {rateText(rate, locale)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={rateLimits.min}
        max={rateLimits.max}
        step={0.05}
        value={rate}
        aria-valuetext={t('speedValue', { rate: rateText(rate, locale) })}
        onChange={(event) => listening.setRate(event.target.valueAsNumber)}
        onDoubleClick={() => listening.setRate(1)}
        className="h-11 w-full cursor-pointer accent-sand"
      />
    </div>
  )
}

function SleepTool({ listening }: { listening: Listening }) {
  const t = useTranslations('reader.player')
  const id = useId()
  const sleep = useListeningView(listening, (view) => view.sleep)
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="label text-dust">
        {t('sleep')}
      </label>
      <div className="flex items-center gap-3">
        {sleep ? (
          <>
            <MoonStar size={18} className="shrink-0 text-live" />
            <p id={id} role="timer" className="figures min-w-0 flex-1 text-small">
              {t(sleep.setting === 'chapter-end' ? 'chapterEndsIn' : 'stopsIn', {
                time: formatDuration(sleep.leftSeconds),
              })}
            </p>
            <Button variant="bare" onClick={listening.cancelSleep}>
              {t('cancelSleep')}
            </Button>
          </>
        ) : (
          <select
            id={id}
            value=""
            onChange={({ target: { value } }) =>
              value && listening.setSleep(value === 'chapter-end' ? value : Number(value))
            }
            className="min-h-11 w-full cursor-pointer rounded-plate border border-groove bg-plate px-3 text-small text-sand hover:border-dust"
          >
            <option value="">{t('sleepOff')}</option>
            {sleepMinutes.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('minutes', { count: minutes })}
              </option>
            ))}
            <option value="chapter-end">{t('chapterEnd')}</option>
          </select>
        )}
      </div>
    </div>
  )
}

function rateText(rate: number, locale: Locale): string {
  return `${rate.toLocaleString(locale, { maximumFractionDigits: 2 })}×`
}
