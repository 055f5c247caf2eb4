import { Headphones, Pause, Play, X } from 'lucide-react'
import { type ReactNode, useRef, type RefObject, useLayoutEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { useShortcuts } from '#ui/audio/shortcuts.ts'
import { useSpeaker } from '#ui/audio/speaker.ts'
import { classNames } from '#ui/class-names.ts'
import { BarFigure } from './bar-figure.tsx'
import { barAnnouncement, barNotice, barStatus } from './bar-labels.ts'
import { type NowHeard, useNowHeard } from './now-playing-store.ts'
import { NowPlayingText } from './now-playing-text.tsx'
import { toggleRadio, useRadio, pauseRadio } from './radio-store.ts'
import { builtInStreamPath } from './read-on-air.ts'
import { VolumeControls } from './volume-controls.tsx'

/**
 * The radio bar at the bottom of every page. It only shows and controls the radio, whose audio belongs to the store and
 * survives navigation. The server renders one neutral state for all visitors.
 *
 * @param children Rendered at its end.
 */
export function RadioBar({ children }: { children?: ReactNode }) {
  useShortcuts()
  const t = useTranslations('radio.bar')
  const radio = useRadio()
  const speaker = useSpeaker()
  const now = useNowHeard()
  const status = barStatus(radio.status, speaker)
  const notice = barNotice(status, speaker, now)
  const isOn = radio.status !== 'silent'
  const playButton = useRef<HTMLButtonElement>(null)
  return (
    <section
      id="radio"
      aria-label={t('name')}
      data-print="hide"
      data-radio={status}
      style={{ viewTransitionName: 'radio-bar' }}
      className="fixed inset-x-0 bottom-0 z-40 h-(--bar-height) border-t border-groove bg-plate-raised pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <div className="wrap flex h-full items-center gap-2 md:gap-4">
        <button
          ref={playButton}
          type="button"
          aria-pressed={isOn}
          aria-label={t('play')}
          onClick={toggleRadio}
          className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-plate bg-live text-plate transition-colors hover:bg-sand noscript:hidden"
        >
          {isOn ? <Pause size={20} /> : <Play size={20} />}
        </button>
        {/* On a narrow phone, the waiting message is more important than the still artwork. */}
        <div className={status === 'waiting' ? 'max-[26rem]:hidden' : 'contents'}>
          <BarFigure isHeard={status === 'playing'} song={now.song} />
        </div>
        <NowPlayingText
          song={now.song}
          isHeard={status === 'playing'}
          isWaiting={status === 'waiting'}
          title={now.song?.title ?? (now.stationName || t('station'))}
        >
          {notice ? (
            t(notice)
          ) : status === 'silent' ? (
            <OnTheAir now={now} />
          ) : (
            now.song?.artist || now.stationName || t('station')
          )}
        </NowPlayingText>
        <a
          href={builtInStreamPath}
          className="hidden min-h-11 flex-1 items-center text-sand underline underline-offset-4 noscript:flex"
        >
          {t('listen')}
        </a>
        {status === 'waiting' ? <StopResumeButton focusAfter={playButton} /> : null}
        <Listeners count={listenerCount(now.listeners, status === 'playing')} isAside={notice !== undefined} />
        <VolumeControls radio={radio} />
        {children}
      </div>
      <p aria-live="polite" className="sr-only">
        {barAnnouncement(status, speaker, now, t)}
      </p>
    </section>
  )
}

/** While the radio is off, the bar shows the song that the station plays. */
function OnTheAir({ now }: { now: NowHeard }) {
  const t = useTranslations('radio.bar')
  return (
    <>
      <span className="max-sm:hidden">{now.stationName || t('station')}</span>
      <span className="sm:hidden">{t('onAir')}</span>
      {now.song?.artist ? ` · ${now.song.artist}` : null}
    </>
  )
}

/** The station may not have counted this listener yet. */
function listenerCount(counted: number | undefined, isPlayingHere: boolean): number | undefined {
  return isPlayingHere && counted !== undefined ? Math.max(counted, 1) : counted
}

/**
 * Its space is reserved before the number is known; zero is not shown. On a phone it makes room for more important
 * text.
 */
function Listeners({ count, isAside }: { count: number | undefined; isAside: boolean }) {
  const t = useTranslations('radio.bar')
  const locale = useLocale()
  return (
    <p
      className={classNames(
        'label flex min-w-9 shrink-0 items-center justify-end gap-1.5 text-dust max-md:empty:hidden md:min-w-32 max-[24rem]:hidden noscript:hidden',
        isAside && 'max-md:hidden',
      )}
    >
      {!count ? null : (
        <>
          <Headphones size={14} className="md:hidden" />
          {count.toLocaleString(locale)} <span className="sr-only md:not-sr-only">{t('listening', { count })}</span>
        </>
      )}
    </p>
  )
}

/**
 * Button that keeps a waiting radio silent. It exists only while the radio waits, and passes its focus on when it
 * disappears.
 */
function StopResumeButton({ focusAfter }: { focusAfter: RefObject<HTMLButtonElement | null> }) {
  const t = useTranslations('radio.bar')
  const own = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [mine, heir] = [own.current, focusAfter.current]
    return () => {
      if (mine && mine === document.activeElement) heir?.focus()
    }
  }, [focusAfter])
  return (
    <button
      ref={own}
      type="button"
      onClick={pauseRadio}
      aria-label={t('stopResume')}
      title={t('stopResume')}
      className="grid size-11 shrink-0 cursor-pointer place-items-center text-dust hover:text-sand"
    >
      <X size={20} />
    </button>
  )
}
