import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { ButtonAnchor } from '#ui/button.tsx'
import { Backdrop } from '#ui/figure/backdrop.tsx'

/**
 * Hero of the landing page.
 *
 * @param listen Button that plays the station.
 * @param figure Artwork that moves behind the text while the station plays; the still artwork stays below it.
 */
export function LandingHero({
  sectionLinks,
  listen,
  figure,
}: {
  sectionLinks: readonly SectionLink[]
  listen: ReactNode
  figure: ReactNode
}) {
  const t = useTranslations('landing.page')
  return (
    <header className="relative isolate flex min-h-[min(46rem,calc(100svh-4rem-var(--bar-height)))] flex-col overflow-hidden">
      {/* Two images at once would be too much, so the still one is dimmed while the other one moves. */}
      <div className="own-image absolute inset-0 -z-10 opacity-25 lg:has-[.own-side]:mask-[linear-gradient(#000_25%,rgb(0_0_0/0.4)_42%)] transition-opacity md:opacity-35 [header:has([data-live-hero])>&]:opacity-10">
        <Backdrop slug="swade" className="object-right" />
      </div>
      {figure}
      <div className="wrap grid flex-1 content-end items-end gap-x-8 gap-y-8 pt-28 pb-12 md:pb-16 lg:grid-cols-12">
        <h1 className="display lg:col-span-12">{t.rich('title', { br: () => <br className="max-sm:hidden" /> })}</h1>
        <div className="flex flex-col gap-8 lg:col-span-7">
          <p className="measure text-lead text-sand/85">{t('lead')}</p>
          <div className="flex flex-wrap items-center gap-3">
            <ButtonAnchor href="#ecosystem" variant="primary">
              {t('explore')}
            </ButtonAnchor>
            <ButtonAnchor href="#virtual-world">{t('enter')}</ButtonAnchor>
            {listen}
          </div>
        </div>
        <SectionList sectionLinks={sectionLinks} className="max-lg:hidden lg:col-span-4 lg:col-start-9" />
      </div>
    </header>
  )
}

/** Link to a section; `id` is its anchor. */
type SectionLink = { side: string; title: string; id: string }

/** List of all sections with their numbers. */
function SectionList({ sectionLinks, className }: { sectionLinks: readonly SectionLink[]; className?: string }) {
  const t = useTranslations('landing.page')
  return (
    <nav aria-label={t('onThisPage')} className={className}>
      <ol className="label border-b border-groove">
        {sectionLinks.map((link) => (
          <li key={link.id}>
            <a
              href={`#${link.id}`}
              className="flex min-h-11 items-center gap-6 border-t border-groove text-sand hover:text-live"
            >
              <span className="shrink-0 text-dust">{link.side}</span>
              {link.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
