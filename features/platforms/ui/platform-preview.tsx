import { ExternalLink, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import type { PlatformCard, PlatformSite } from '#features/platforms/contract.ts'
import { type Locale, localePath } from '#shared/locales.ts'
import { ButtonAnchor, Button } from '#ui/button.tsx'
import { Dialog, DialogClose, openDialog } from '#ui/dialog.tsx'
import { SiteStatus } from './site-status.tsx'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'

/** Reasons for a card instead of a frame, found by the server or in the browser. */
type CardReason = NonNullable<PlatformSite['why']> | 'slow' | 'blocked'

/** Time limit for a frame to load. */
const frameLimitMs = 8_000

/**
 * Preview dialog of a platform; the frame is mounted only while it is open.
 *
 * @param openCount Number of times the preview was requested; each new number opens it.
 */
export function PlatformPreview({
  id,
  platform,
  openCount,
}: {
  id: string
  platform: PlatformCard
  openCount: number
}) {
  const [closed, setClosed] = useState(0)
  useEffect(() => openDialog(id), [id, openCount])
  const t = useTranslations('platforms.preview')
  const controls = useTranslations('site.controls')
  const locale = useLocale()
  return (
    <Dialog
      id={id}
      wide
      kicker={platform.category}
      title={platform.name}
      onClose={() => setClosed(openCount)}
      actions={
        <>
          <ButtonAnchor variant="primary" href={siteOf(platform, locale)} target="_blank" rel="noopener">
            {t('open')}
            <ExternalLink size={16} />
            <span className="sr-only">{controls('newTab')}</span>
          </ButtonAnchor>
          <DialogClose for={id}>{t('close')}</DialogClose>
        </>
      }
    >
      {closed < openCount ? (
        <div className="grid gap-8 lg:grid-cols-5">
          <dl className="flex flex-col gap-6 lg:col-span-2">
            <Fact term={t('does')}>{platform.description}</Fact>
            <Fact term={t('helps')}>{platform.helpText}</Fact>
            {platform.site || platform.isHere ? (
              <Fact term={t('status')}>
                <SiteStatus platform={platform} />
              </Fact>
            ) : (
              <Fact term={t('status')}>{t('notLinked')}</Fact>
            )}
          </dl>
          <div className="lg:col-span-3">
            {platform.url ? <ExternalSite platform={platform} /> : <PlatformFrame platform={platform} />}
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}

/** Returns the platform's address, or its page on this site if it has none. */
function siteOf(platform: Pick<PlatformCard, 'id' | 'url'>, locale: Locale): string {
  return platform.url || localePath(locale, `/platform/${platform.id}`)
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <dt className="label text-dust">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function PlatformFrame({ platform }: { platform: PlatformCard }) {
  const t = useTranslations('platforms.preview')
  const locale = useLocale()
  return (
    // The same origin is allowed so that the page can load its fonts; this is harmless, because scripts are not
    // allowed.
    <iframe
      title={t('framePage', { name: platform.name })}
      src={localePath(locale, `/platform/${platform.id}?frame=page`)}
      sandbox="allow-same-origin allow-popups"
      className="block h-[26rem] w-full border border-groove bg-plate"
    />
  )
}

// The last check decides what is loaded: a frame, or a card with the reason.
function ExternalSite({ platform }: { platform: PlatformCard }) {
  const { frame, why = 'unasked' } = platform.site ?? {}
  return frame ? (
    <SiteFrame key={frame.src} platform={platform} src={frame.src} />
  ) : (
    <SiteCard platform={platform} reason={why} />
  )
}

/**
 * An external site in a frame. It may run scripts, but not navigate this page, open dialogs or request devices. If it
 * does not load in time or redirects to an unlisted origin, the card replaces it.
 */
function SiteFrame({ platform, src }: { platform: PlatformCard; src: string }) {
  const [attempt, setAttempt] = useState(0)
  return <SiteFrameAttempt key={attempt} platform={platform} src={src} onRetry={() => setAttempt(attempt + 1)} />
}

function SiteFrameAttempt({ platform, src, onRetry }: { platform: PlatformCard; src: string; onRetry: () => void }) {
  const t = useTranslations('platforms.preview')
  const [phase, setPhase] = useState<'loading' | 'shown' | 'slow' | 'blocked'>('loading')
  useEffect(() => {
    const timer = setTimeout(() => setPhase((now) => (now === 'loading' ? 'slow' : now)), frameLimitMs)
    // A frame blocked by the page's policy fires `load` too; only this event reveals it.
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
      effectiveDirective === 'frame-src' && setPhase('blocked')
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', onViolation)
    }
  }, [])
  if (phase === 'slow' || phase === 'blocked') return <SiteCard platform={platform} reason={phase} onRetry={onRetry} />
  return (
    <div className="relative isolate h-[26rem] overflow-hidden border border-groove bg-plate">
      <iframe
        title={t('frameSite', { name: platform.name })}
        src={src}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={() => setPhase((now) => (now === 'loading' ? 'shown' : now))}
        className={phase === 'shown' ? 'block size-full bg-sand' : 'block size-full opacity-0'}
      />
      {phase === 'loading' ? (
        <div className="absolute inset-0 flex flex-col">
          <PlateImage platform={platform} />
          <p role="status" className="label border-t border-groove p-6 text-dust">
            {t('loading', { host: new URL(src).host })}
          </p>
        </div>
      ) : null}
    </div>
  )
}

/**
 * Card shown instead of a frame, with host, artwork and reason.
 *
 * @param onRetry Set if another attempt may succeed.
 */
function SiteCard({ platform, reason, onRetry }: { platform: PlatformCard; reason: CardReason; onRetry?: () => void }) {
  const t = useTranslations('platforms.preview')
  const reasons = useTranslations('platforms.reasons')
  return (
    <div className="flex min-h-[26rem] flex-col border border-groove bg-plate">
      <PlateImage platform={platform} />
      <div className="flex flex-col gap-3 border-t border-groove p-5 md:p-6">
        <p className="title break-words">{new URL(platform.url).host}</p>
        <p role="status" className="measure">
          {reasons(reason, { seconds: frameLimitMs / 1000 })}
        </p>
        <p className="text-small text-dust">{onRetry ? t('noMore') : t('notYet')}</p>
        {onRetry ? (
          <Button className="self-start" onClick={onRetry}>
            <RotateCw size={16} />
            {t('retry')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** Image of a platform in the space that the text below leaves. */
function PlateImage({ platform }: { platform: PlatformCard }) {
  return (
    <div
      className="relative min-h-32 flex-1 overflow-hidden"
      style={{ backgroundColor: platform.ground }}
      aria-hidden="true"
    >
      <Figure
        slug={platform.id}
        image={platform.image ?? ''}
        sizes="16rem"
        priority
        className={classNames('absolute inset-0 size-full', platform.image ? 'object-cover' : 'object-contain py-4')}
      />
    </div>
  )
}
