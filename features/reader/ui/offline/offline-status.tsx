import { CloudOff, Download, HardDriveDownload } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { useReader } from '../state/reader-context.tsx'
import { useOnline } from '#ui/use-online.ts'
import { useOffline, useOfflineStore } from './use-offline.ts'

/** Offline status below the pages: connection and saved pages. */
export function OfflineStatus() {
  const t = useTranslations('reader.offline')
  const isOnline = useOnline()
  const isPossible = useOffline((view) => view.isPossible)
  const isOpen = useReader((state) => state.status !== 'idle')
  if (isOnline && !(isPossible && isOpen)) return null
  return (
    <section aria-label={t('region')} data-print="hide" className="wrap -mt-10 pb-16 md:-mt-18 md:pb-24">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border border-groove px-4 py-2">
        {isOnline ? null : (
          <p role="status" className="flex min-h-11 items-center gap-2.5 text-small">
            <CloudOff size={18} className="shrink-0 text-live" />
            {t('offline')}
          </p>
        )}
        {isPossible && isOpen ? <Saved isOnline={isOnline} /> : null}
      </div>
    </section>
  )
}

function Saved({ isOnline }: { isOnline: boolean }) {
  const t = useTranslations('reader.offline')
  const offline = useOfflineStore()
  const count = useOffline((view) => view.pages.length)
  const saving = useOffline((view) => view.saving)
  const error = useOffline((view) => view.error)
  const total = useReader((state) => state.manifest?.totalPages ?? 0)
  const isWhole = count >= total
  const status =
    saving !== undefined
      ? t('saving', { saved: String(saving), total: String(total) })
      : count === 0
        ? t('none')
        : t('saved', { count })
  return (
    <>
      <p role="status" className="flex min-h-11 min-w-0 flex-1 basis-64 items-center gap-2.5 text-small text-dust">
        <HardDriveDownload size={18} className="shrink-0" />
        <span className="tabular-nums">{error ? t(error, { status }) : status}</span>
      </p>
      <div className="-mx-3 flex flex-wrap">
        {saving !== undefined ? (
          <Button variant="bare" className="px-3" onClick={offline.stop}>
            {t('stop')}
          </Button>
        ) : isWhole || !isOnline ? null : (
          <Button variant="bare" className="px-3" onClick={() => void offline.saveAll()}>
            <Download size={16} />
            {t('saveAll')}
          </Button>
        )}
        {count > 0 && saving === undefined ? (
          <Button variant="bare" className="px-3" onClick={() => void offline.remove()}>
            {t('remove')}
          </Button>
        ) : null}
      </div>
    </>
  )
}
