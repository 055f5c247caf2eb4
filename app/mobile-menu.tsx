import { X } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { defaultLocale } from '#shared/locales.ts'
import type { NavLink as PageLink } from '#shared/page-handle.ts'
import { DialogClose, useCloseOnNavigation } from '#ui/dialog.tsx'
import type { NavEntry } from './nav-entry.ts'
import { Wordmark } from './wordmark.tsx'

/** The slide-in menu of small screens: a modal dialog, so the page behind neither scrolls nor takes focus. */
export function MobileMenu({
  entries,
  quickLinks,
  contact,
}: {
  entries: readonly NavEntry[]
  quickLinks: readonly PageLink[]
  contact: string | undefined
}) {
  const t = useTranslations('site.frame')
  const location = useLocation()
  useCloseOnNavigation('menu', location.key)
  return (
    <dialog
      id="menu"
      aria-label={t('menu')}
      data-side="right"
      className="fixed inset-y-0 right-0 left-auto m-0 ml-auto h-dvh max-h-none w-full max-w-sm flex-col border-l border-groove bg-plate-raised p-0 text-sand backdrop:bg-plate/80 open:flex"
    >
      <div className="flex h-16 items-center justify-between border-b border-groove px-5">
        <Wordmark />
        <DialogClose for="menu" variant="bare" className="-mr-3 size-11" aria-label={t('closeMenu')} autoFocus>
          <X size={22} />
        </DialogClose>
      </div>
      <nav aria-label={t('menu')} className="flex flex-1 flex-col justify-between gap-10 overflow-y-auto p-5">
        <ul className="flex flex-col">
          {entries.map((entry, index) => (
            <li key={entry.label} className="border-b border-groove">
              <MenuItem entry={entry} number={index + 1} />
            </li>
          ))}
          {contact ? (
            <li className="border-b border-groove">
              <a href={contact} className="flex min-h-14 items-baseline gap-4 py-3">
                <span className="label text-dust">{String(entries.length + 1).padStart(2, '0')}</span>
                <span className="title">{t('contact')}</span>
              </a>
            </li>
          ) : null}
        </ul>
        <div className="flex flex-col gap-3">
          <p className="label text-dust">{t('quickLinks')}</p>
          <ul className="flex flex-col">
            {quickLinks.map((entry) => (
              <li key={entry.to}>
                <QuickLink entry={entry} />
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </dialog>
  )
}

function QuickLink({ entry: { to, label, isEnglishOnly } }: { entry: PageLink }) {
  const locale = useLocale()
  const className = 'flex min-h-11 items-center text-dust hover:text-sand'
  // The router stays below the address of the language, and this page is not there.
  return isEnglishOnly && locale !== defaultLocale ? (
    <a href={to} hrefLang={defaultLocale} className={className}>
      {label}
    </a>
  ) : (
    <Link to={to} className={className}>
      {label}
    </Link>
  )
}

function MenuItem({ entry, number }: { entry: NavEntry; number: number }) {
  const content = (
    <>
      <span className="label text-dust">{String(number).padStart(2, '0')}</span>
      <span className="title">{entry.label}</span>
    </>
  )
  const className = 'flex min-h-14 items-baseline gap-4 py-3'
  // Anchors are plain links: the browser scrolls, and the click closes the menu.
  if (entry.to.startsWith('#')) {
    return (
      <a href={entry.to} className={className} onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
        {content}
      </a>
    )
  }
  return (
    <Link to={entry.to} viewTransition className={className}>
      {content}
    </Link>
  )
}
