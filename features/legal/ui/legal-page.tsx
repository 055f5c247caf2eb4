import { type Locale, splitLocale } from '#shared/locales.ts'
import { pageMessages, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle, SitemapEntry } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { pageMeta } from '#ui/page-meta.ts'
import { Tag } from '#ui/tag.tsx'
import type { FilledLegalDocument, LegalName } from '#features/legal/contract.ts'
import type { Route } from './+types/legal-page.ts'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { partsOf } from './linked-text.ts'

/** A paragraph or list item of a legal text with its links. */
function LegalText({ text }: { text: string }) {
  return partsOf(text).map(({ text: part, href }) =>
    href === undefined ? (
      part
    ) : href.startsWith('/') ? (
      <Link key={href} to={href} className={linkClass}>
        {part}
      </Link>
    ) : (
      <a key={href} href={href} className={linkClass}>
        {part}
      </a>
    ),
  )
}

const linkClass = 'underline underline-offset-4 [overflow-wrap:anywhere] hover:text-live'

const listed: Record<string, SitemapEntry> = {
  '/terms': { title: 'Terms of sale', summary: 'The terms on which books are sold, and the right of withdrawal.' },
  '/privacy': { title: 'Privacy', summary: 'The data this site stores, why, and its two cookies.' },
  '/imprint': { title: 'Legal notice', summary: 'The operator of this site and how to reach us.' },
}

export const handle: PageHandle = {
  cache: 'public',
  nav: {
    label: { '/terms': 'legal.nav.terms', '/privacy': 'legal.nav.privacy', '/imprint': 'legal.nav.imprint' },
    in: ['legal'],
  },
  sitemap: (_services, path) => listed[path] ?? [],
  shareImages: {
    terms: { title: 'Terms of sale', kicker: 'Books' },
    privacy: { title: 'Privacy', kicker: 'No trackers' },
    imprint: { title: 'Legal notice', kicker: 'Site operator' },
  },
}

/** The terms, the privacy policy and the legal notice share this page. */
export function loader({ url, context }: Route.LoaderArgs) {
  // The page's own address, because on client navigation the request's address ends in `.data`.
  const { path } = splitLocale(url.pathname)
  const document = context
    .get(servicesContext)
    .legal.get(path.slice(1) as LegalName, (original) => translateContent(context, original))
  return { document, ...pageMessages(context, 'legal.page') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { name, title, description } = loaderData.document
  return pageMeta(matches, {
    path: `/${name}`,
    title,
    description,
    image: `/share/page/${name}.png`,
    jsonLd: (origin) => [breadcrumbs(origin, [{ name: title, path: `/${name}` }])],
  })
}

/** Page of a legal document: headings on the left, text on the right. */
export default function LegalPage({ loaderData: { document: page } }: Route.ComponentProps) {
  const t = useTranslations('legal.page')
  const locale = useLocale()
  return (
    <main id="content" tabIndex={-1} className="wrap pt-32 pb-24 md:pt-40">
      <header className="grid gap-x-8 gap-y-6 pb-12 md:pb-20 lg:grid-cols-12">
        <p className="label text-dust lg:col-span-3 lg:pt-3">
          {t.rich('updated', {
            date: () => <time dateTime={page.updated}>{formatLongDate(page.updated, locale)}</time>,
          })}
        </p>
        <div className="flex flex-col gap-6 lg:col-span-8">
          <h1 className="display lg:text-[clamp(3.5rem,6vw,6rem)]">{page.title}</h1>
          <p className="measure text-lead text-sand/85">
            <LegalText text={page.lead} />
          </p>
        </div>
      </header>
      {page.sections.map((section) => (
        <LegalSection key={section.id} section={section} />
      ))}
    </main>
  )
}

function LegalSection({
  section: { id, heading, text, list, isSample, lacksOnlyAddress },
}: {
  section: FilledLegalDocument['sections'][number]
}) {
  const t = useTranslations('legal.page')
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="grid gap-x-8 gap-y-5 border-t border-groove py-10 md:py-14 lg:grid-cols-12"
    >
      <div className="flex flex-col items-start gap-3 lg:col-span-3">
        <h2 id={`${id}-heading`} className="title">
          {heading}
        </h2>
        {isSample ? <Tag className="border-dust">{t(lacksOnlyAddress ? 'noAddress' : 'sample')}</Tag> : null}
      </div>
      <div className="measure flex flex-col gap-5 lg:col-span-8">
        {text.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph.slice(0, 60)} className="whitespace-pre-line">
            <LegalText text={paragraph} />
          </p>
        ))}
        {list.length > 0 ? (
          <ul className="flex flex-col divide-y divide-groove border-y border-groove">
            {list.map((line) => (
              <li key={line.slice(0, 60)} className="py-3">
                <LegalText text={line} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

function formatLongDate(iso: string, locale: Locale): string {
  return new Date(`${iso}T00:00:00Z`).toLocaleDateString(locale === 'en' ? 'en-US' : locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
}
