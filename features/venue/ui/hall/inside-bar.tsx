import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Tag } from '#ui/tag.tsx'
import { facts } from './venue-bar.tsx'

/**
 * Classes of a button of {@link InsideBar}: on phones, the bar is one row of equal cells with the icon above the text.
 */
export const insideButton =
  'max-md:min-h-13 max-md:scroll-mt-14 max-md:min-w-0 max-md:grow max-md:flex-col max-md:gap-1 max-md:rounded-none max-md:border-0 max-md:not-first:border-l max-md:!px-2 max-md:py-2 max-md:!text-[0.6875rem] max-md:tracking-normal max-md:focus-visible:-outline-offset-2'

/** Bar at the top of the venue for a visitor inside, with facts and buttons of the class {@link insideButton}. */
export function InsideBar({ children }: { children: ReactNode }) {
  const t = useTranslations('venue.room')
  return (
    <div className="flex flex-col md:flex-row md:flex-wrap md:items-center md:justify-between md:gap-3 md:px-6 md:py-4">
      <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 md:gap-2 md:p-0" aria-label={t('facts')}>
        {facts.map((fact) => (
          <li key={fact}>
            <Tag className="bg-plate max-md:border-0 max-md:p-0 md:text-sand">{t(fact)}</Tag>
          </li>
        ))}
      </ul>
      <div className="flex md:flex-wrap md:gap-2 max-md:border-t max-md:border-groove">{children}</div>
    </div>
  )
}
