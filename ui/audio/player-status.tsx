import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import type { PlayerView } from './player.ts'

/**
 * Status line of a player: what it waits for or why it stopped, otherwise the text of the caller. Screen readers
 * announce only the former.
 */
export function PlayerStatus({
  view,
  onRetry,
  children,
}: {
  view: PlayerView
  onRetry(): void
  children?: React.ReactNode
}) {
  const t = useTranslations('site.player')
  const [isLoading, isError] = [view.state === 'loading', view.state === 'error']
  return (
    <div className="flex min-h-11 flex-wrap items-center text-small text-dust">
      <span role="status" className="flex items-center gap-x-3 not-empty:mr-3">
        {isLoading && (
          <>
            <LoaderCircle size={16} className="animate-spin" />
            {t('loading')}
          </>
        )}
        {isError && (
          <>
            <CircleAlert size={16} className="shrink-0 text-loss" />
            <span className="text-loss">{view.error && t(view.error.key, { reason: view.error.reason })}</span>
          </>
        )}
      </span>
      {isError && (
        <button
          type="button"
          onClick={onRetry}
          className="label min-h-11 cursor-pointer text-sand underline underline-offset-4 hover:text-live"
        >
          {t('retry')}
        </button>
      )}
      {!isLoading && !isError && children}
    </div>
  )
}
