import { Check, CircleDashed, House, X } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import type { PlatformCard } from '#features/platforms/contract.ts'
import { classNames } from '#ui/class-names.ts'

/**
 * Status of a platform's site as an icon with a label, or a note that the platform is part of this site. Empty for a
 * platform with neither, whose own page states that once.
 */
export function SiteStatus({
  platform,
  className,
}: {
  platform: Pick<PlatformCard, 'site' | 'isHere'>
  className?: string
}) {
  const t = useTranslations('platforms.card')
  const { site, isHere } = platform
  if (!site && !isHere) return null
  const Sign = !site ? House : site.status === 'up' ? Check : site.status === 'down' ? X : CircleDashed
  return (
    <span
      data-status={site?.status ?? 'here'}
      className={classNames(
        'label inline-flex items-center gap-1.5',
        site?.status === 'down' ? 'text-loss' : 'text-dust',
        className,
      )}
    >
      <Sign size={12} strokeWidth={1.5} aria-hidden="true" />
      {site ? <span className="sr-only">{`${t('siteStatus')} `}</span> : null}
      {t(site ? site.status : 'here')}
    </span>
  )
}
