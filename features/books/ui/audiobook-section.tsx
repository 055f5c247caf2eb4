import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { audioSource } from '#shared/audio-address.ts'
import { formatDuration } from '#shared/duration.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useFigureAddress } from '#ui/figure/figure-keys.ts'
import { Section } from '#ui/section.tsx'
import { useLazyModule } from '#ui/use-lazy-module.ts'
import { useInView } from '#ui/use-in-view.ts'
import type { AudiobookPreview } from '#features/books/contract.ts'
import type { PreviewPlayback } from './preview-driver.tsx'

const loadDriver = () => import('./preview-driver.tsx')

/** Audiobook section of the landing page with a preview. Playback errors are only logged. */
export function AudiobookSection({ side, audiobook }: { side: string; audiobook: AudiobookPreview }) {
  const { title, subtitle, slug, chapterCount } = audiobook
  const t = useTranslations('books.section')
  return (
    <Section id="audiobook" side={side} title={t('title')} lead={audiobook.description}>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-6 border-t border-groove pt-8">
        <Cover {...audiobook} />
        <div className="flex min-w-0 flex-[1_1_20rem] flex-col items-start gap-5">
          {chapterCount > 0 ? <p className="label text-dust">{t('chapters', { count: chapterCount })}</p> : null}
          <h3 className="title">{title}</h3>
          <p className="measure text-dust">{subtitle}</p>
          <Preview audiobook={audiobook} />
          {chapterCount > 0 ? (
            <ButtonLink to={`/book/${slug}`} variant="bare">
              {t('all')}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </Section>
  )
}

// The player is loaded when the section is one screen away. If the button was pressed earlier, playback starts as soon
// as possible.
function Preview({ audiobook }: { audiobook: AudiobookPreview }) {
  const { previewAudioUrl, durationSeconds } = audiobook
  const t = useTranslations('books.section')
  const [section, setSection] = useState<HTMLElement | null>(null)
  const isNear = useInView(section, '100%')
  const [presses, setPresses] = useState(0)
  const PreviewDriver = useLazyModule(loadDriver, isNear ? presses + 1 : presses)?.PreviewDriver
  const [{ state, positionSeconds, toggle }, setPlayback] = useState<PreviewPlayback>({
    state: 'idle',
    positionSeconds: 0,
  })
  const isOn = state === 'playing' || state === 'loading'
  const Sign = isOn ? Pause : Play
  return (
    <div ref={setSection}>
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text is in the book beside it */}
        <audio controls preload="none" src={audioSource(previewAudioUrl)} />
      </noscript>
      <Button
        variant="primary"
        onClick={toggle ?? (() => setPresses(presses + 1))}
        data-player={state}
        className="noscript:hidden"
      >
        <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
        {isOn ? t('pause') : t('play')}
        <span className="min-w-24 text-right tabular-nums">
          {formatDuration(Math.floor(positionSeconds))} / {formatDuration(durationSeconds)}
        </span>
      </Button>
      {PreviewDriver ? <PreviewDriver audiobook={audiobook} isAwaited={presses > 0} onChange={setPlayback} /> : null}
    </div>
  )
}

function Cover({ coverImage, slug }: AudiobookPreview) {
  const addressOf = useFigureAddress()
  const [isBroken, setBroken] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  function giveUp() {
    warn('cover failed to load')
    setBroken(true)
  }
  useEffect(() => {
    // The image may have failed before the listener was attached.
    if (image.current?.complete && image.current.naturalWidth === 0) giveUp()
  }, [])
  if (isBroken) return null
  return (
    <img
      ref={image}
      src={coverImage || addressOf({ slug, variant: 'cover', width: 320 })}
      alt=""
      width={200}
      height={300}
      loading="lazy"
      decoding="async"
      className="aspect-[2/3] w-40 border border-groove bg-plate-raised object-cover md:w-50"
      onError={giveUp}
    />
  )
}

function warn(what: string): void {
  // oxlint-disable-next-line eslint/no-console -- the specification wants this error in the log only
  console.warn(`audiobook preview failed: ${what}`)
}
