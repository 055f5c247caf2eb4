import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { useIsOnAir } from './now-playing-store.ts'

/** Badge shown while the station plays this artist; it overlays an image, so the layout does not move. */
export function OnAirBadge({ slug, className }: { slug: string; className?: string }) {
  const t = useTranslations('radio.bar')
  if (!useIsOnAir(`/artist/${slug}`)) return null
  return (
    <p
      className={classNames(
        'label flex items-center gap-2 bg-plate px-2.5 py-1.5 text-live max-sm:gap-1.5 max-sm:px-1.5 max-sm:py-1 max-sm:tracking-normal',
        className,
      )}
    >
      <span className="size-2 rounded-full bg-live" aria-hidden="true" />
      {t('onAirNow')}
    </p>
  )
}
