import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { useReaderKeys } from '#features/reader/ui/reader-keys.ts'
import { localeNames, locales } from '#shared/locales.ts'
import { translateLabel } from '#shared/messages.ts'
import type { NavPlace } from '#shared/page-handle.ts'
import type { FrameData } from '#shared/site.ts'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { Wordmark } from './wordmark.tsx'

/** A shortcut: its keys, and what they do. Both may be keys of texts. */
type Shortcut = { key: string; does: string }

const audioKeys: readonly Shortcut[] = [
  { key: 'site.keys.space', does: 'site.keys.play' },
  { key: 'M', does: 'site.keys.mute' },
  { key: '↑ ↓', does: 'site.keys.volume' },
  { key: '← →', does: 'site.keys.skip' },
]

/**
 * Dialog with the keyboard shortcuts for audio and, in the reader, for pages, and the setting that turns them off for
 * people whose tools type single letters.
 */
function KeyboardDialog({ id }: { id: string }) {
  const t = useTranslations('site.keys')
  const [isOn, setOn] = useShortcutSetting()
  const readerKeys = useReaderKeys()
  return (
    <Dialog
      id={id}
      kicker={readerKeys ? t('readingAndAudio') : t('audio')}
      title={t('title')}
      actions={
        <DialogClose for={id} variant="primary">
          {t('done')}
        </DialogClose>
      }
    >
      {readerKeys ? (
        <>
          <h3 className="label mb-3 text-dust">{t('pages')}</h3>
          <KeyList keys={readerKeys} />
          <h3 className="label mt-6 mb-3 text-dust">{t('audio')}</h3>
        </>
      ) : null}
      <KeyList keys={audioKeys} />
      <label className="mt-6 flex min-h-11 items-center gap-3 border-t border-groove pt-4">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
          className="size-5 shrink-0 accent-(--color-live)"
        />
        {t('anywhere')}
      </label>
    </Dialog>
  )
}

function KeyList({ keys }: { keys: readonly Shortcut[] }) {
  const t = useTranslations()
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
      {keys.map(({ key, does }) => (
        <div key={key} className="contents">
          <dt className="label self-center text-sand">{translateLabel(t, key)}</dt>
          <dd className="text-dust">{translateLabel(t, does)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Footer with quick links, contact and copyright. */
export function Footer() {
  const t = useTranslations('site.frame')
  const keys = useTranslations('site.keys')
  const site = useRouteLoaderData<FrameData>('root')
  const linksIn = (place: NavPlace) => site?.links.filter((link) => link.in.includes(place)) ?? []
  return (
    <footer className="border-t border-groove bg-plate-raised" data-print="hide">
      <div className="wrap grid gap-12 py-16 lg:grid-cols-12">
        <div className="flex flex-col gap-4 lg:col-span-5">
          <Wordmark />
          <p className="measure text-dust">{t('about')}</p>
        </div>
        <nav aria-labelledby="footer-links" className="flex flex-col gap-4 lg:col-span-4">
          <h2 id="footer-links" className="label text-dust">
            {t('quickLinks')}
          </h2>
          <ul className="grid grid-cols-2 gap-x-6">
            {linksIn('footer').map((entry) => (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  prefetch="intent"
                  viewTransition
                  className="inline-flex min-h-11 items-center text-sand hover:text-live"
                >
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-col items-start gap-3 lg:col-span-3">
          <h2 className="label text-dust">{t('getInTouch')}</h2>
          <DialogTrigger for="contact-soon">{t('contact')}</DialogTrigger>
          <DialogTrigger for="show-soon">{t('bookShow')}</DialogTrigger>
          <DialogTrigger for="keyboard" variant="bare">
            {keys('title')}
          </DialogTrigger>
        </div>
        <div className="flex flex-col justify-between gap-x-10 gap-y-4 border-t border-groove pt-6 lg:col-span-12 lg:flex-row-reverse lg:items-center">
          <nav aria-label={t('legal')}>
            <ul className="flex flex-wrap gap-x-6">
              {linksIn('legal').map((entry) => (
                <li key={entry.to}>
                  <Link
                    to={entry.to}
                    prefetch="intent"
                    className="inline-flex min-h-11 min-w-11 items-center text-small text-sand hover:text-live"
                  >
                    {entry.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <LanguageLinks />
          <p className="label text-dust">{t('copyright')}</p>
        </div>
      </div>
      <KeyboardDialog id="keyboard" />
      <ComingSoon id="contact-soon" title={t('contactSoon')} email={site?.supportEmail}>
        {t('contactSoonText')}
      </ComingSoon>
      <ComingSoon id="show-soon" title={t('showSoon')} email={site?.supportEmail}>
        {t('showSoonText')}
      </ComingSoon>
    </footer>
  )
}

/** The same page in the other languages; the choice is remembered. */
function LanguageLinks() {
  const t = useTranslations('site.frame')
  const current = useLocale()
  const { pathname } = useLocation()
  // An unknown address has no translation.
  const to = pathname.endsWith('/not-found') ? '/' : pathname
  return (
    <nav aria-label={t('language')}>
      <ul className="flex flex-wrap gap-x-6">
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={`/language/${locale}?to=${encodeURIComponent(to)}`}
              hrefLang={locale}
              lang={locale}
              rel="nofollow"
              aria-current={locale === current ? 'true' : undefined}
              className="inline-flex min-h-11 min-w-11 items-center text-small text-sand hover:text-live aria-[current]:text-dust"
            >
              {localeNames[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ComingSoon({
  id,
  title,
  email,
  children,
}: {
  id: string
  title: string
  email: string | undefined
  children: string
}) {
  const t = useTranslations('site.frame')
  return (
    <Dialog
      id={id}
      kicker={t('comingSoon')}
      title={title}
      actions={
        <DialogClose for={id} variant="primary">
          {t('gotIt')}
        </DialogClose>
      }
    >
      <p className="text-dust">
        {children}
        {email ? (
          <>
            {' '}
            {t.rich('untilThen', {
              email,
              mail: (address) => (
                <a href={`mailto:${email}`} className="text-sand underline underline-offset-4 hover:text-live">
                  {address}
                </a>
              ),
            })}
          </>
        ) : null}
      </p>
    </Dialog>
  )
}
