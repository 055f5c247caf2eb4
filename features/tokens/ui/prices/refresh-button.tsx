import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Refresh } from './use-refresh.ts'

/** Button that refreshes prices; the outcome is shown beside it. */
export function RefreshButton({ refresh, isBusy }: Pick<Refresh, 'refresh' | 'isBusy'>) {
  const t = useTranslations('tokens.prices')
  return (
    <button
      type="button"
      onClick={refresh}
      aria-disabled={isBusy}
      aria-label={t('refresh')}
      className={buttonClass('quiet', 'size-11 shrink-0 !p-0 noscript:hidden')}
    >
      <RotateCw size={16} className={classNames(isBusy && 'animate-spin')} />
    </button>
  )
}
