import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { localeNames, locales } from '#shared/locales.ts'
import type { NavPlace } from '#shared/page-handle.ts'
import type { FrameData } from '#shared/site.ts'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { Wordmark } from './wordmark.tsx'
import { useReaderKeys } from '#features/reader/ui/reader-keys.ts'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'

const keys = [
  { key: 'Space', does: 'Play or pause the current or last audio, or the radio' },
  { key: 'M', does: 'Mute or unmute' },
  { key: '↑ ↓', does: 'Change the volume while something plays' },
  { key: '← →', does: 'Skip 10 seconds back or forward in a track or chapter' },
]

/**
 * Dialog with the keyboard shortcuts for audio and, in the reader, for pages, and the setting that turns them off for
 * people whose tools type single letters.
 */
function KeyboardDialog({ id }: { id: string }) {
  const [isOn, setOn] = useShortcutSetting()
  const readerKeys = useReaderKeys()
  return (
    <Dialog
      id={id}
      kicker={readerKeys ? 'Reading and audio' : 'Audio'}
      title="Keyboard shortcuts"
      actions={
        <DialogClose for={id} variant="primary">
          Done
        </DialogClose>
      }
    >
      {readerKeys ? (
        <>
          <h3 className="label mb-3 text-dust">Pages</h3>
          <KeyList keys={readerKeys} />
          <h3 className="label mt-6 mb-3 text-dust">Audio</h3>
        </>
      ) : null}
      <KeyList keys={keys} />
      <label className="mt-6 flex min-h-11 items-center gap-3 border-t border-groove pt-4">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
          className="size-5 shrink-0 accent-(--color-live)"
        />
        Use keyboard shortcuts anywhere on the page
      </label>
    </Dialog>
  )
}

function KeyList({ keys: list }: { keys: { key: string; does: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
      {list.map(({ key, does }) => (
        <div key={key} className="contents">
          <dt className="label self-center text-sand">{key}</dt>
          <dd className="text-dust">{does}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Footer with quick links, contact and copyright. */
export function Footer() {
  const site = useRouteLoaderData<FrameData>('root')
  const linksIn = (place: NavPlace) => site?.links.filter((link) => link.in.includes(place)) ?? []
  return (
    <footer className="border-t border-groove bg-plate-raised" data-print="hide">
      <div className="wrap grid gap-12 py-16 lg:grid-cols-12">
        <div className="flex flex-col gap-4 lg:col-span-5">
          <Wordmark />
          <p className="measure text-dust">
            An ecosystem of music, machines and the people who play them. The artists here are made with AI, and every
            one of them says so.
          </p>
        </div>
        <nav aria-labelledby="footer-links" className="flex flex-col gap-4 lg:col-span-4">
          <h2 id="footer-links" className="label text-dust">
            Quick Links
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
          <h2 className="label text-dust">Get in touch</h2>
          <DialogTrigger for="contact-soon">Contact</DialogTrigger>
          <DialogTrigger for="show-soon">Book Virtual Show</DialogTrigger>
          <DialogTrigger for="keyboard" variant="bare">
            Keyboard shortcuts
          </DialogTrigger>
        </div>
        <div className="flex flex-col justify-between gap-x-10 gap-y-4 border-t border-groove pt-6 lg:col-span-12 lg:flex-row-reverse lg:items-center">
          <nav aria-label="Legal">
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
          <p className="label text-dust">© 2025 Swade. Forty years of music, and counting.</p>
        </div>
      </div>
      <KeyboardDialog id="keyboard" />
      <ComingSoon id="contact-soon" title="Contact form coming soon" email={site?.supportEmail}>
        A contact form is on its way.
      </ComingSoon>
      <ComingSoon id="show-soon" title="Virtual shows coming soon" email={site?.supportEmail}>
        You will be able to book an artist for a virtual show here.
      </ComingSoon>
    </footer>
  )
}

/** The same page in the other languages; the choice is remembered. */
function LanguageLinks() {
  const t = useTranslations('site.frame')
  const current = useLocale()
  const { pathname } = useLocation()
  // A page that does not exist does not exist in another language either.
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
  return (
    <Dialog
      id={id}
      kicker="Coming soon"
      title={title}
      actions={
        <DialogClose for={id} variant="primary">
          Got It
        </DialogClose>
      }
    >
      <p className="text-dust">
        {children}
        {email ? (
          <>
            {' '}
            Until then, email{' '}
            <a href={`mailto:${email}`} className="text-sand underline underline-offset-4 hover:text-live">
              {email}
            </a>
            .
          </>
        ) : null}
      </p>
    </Dialog>
  )
}
