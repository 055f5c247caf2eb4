import { CloudOff, Download, HardDriveDownload } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useReader } from '../reader-context.tsx'
import { useOnline } from '#ui/use-online.ts'
import { useOffline, useOfflineStore } from './use-offline.ts'

/** Offline status below the pages: connection and saved pages. */
export function OfflineStatus() {
  const isOnline = useOnline()
  const isPossible = useOffline((view) => view.isPossible)
  const isOpen = useReader((state) => state.status !== 'idle')
  if (isOnline && !(isPossible && isOpen)) return null
  return (
    <section aria-label="Offline" data-print="hide" className="wrap -mt-10 pb-16 md:-mt-18 md:pb-24">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border border-groove px-4 py-2">
        {isOnline ? null : (
          <p role="status" className="flex min-h-11 items-center gap-2.5 text-small">
            <CloudOff size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-live" />
            You are offline. You can read the pages saved on this device. Other pages load when you reconnect.
          </p>
        )}
        {isPossible && isOpen ? <Saved isOnline={isOnline} /> : null}
      </div>
    </section>
  )
}

function Saved({ isOnline }: { isOnline: boolean }) {
  const offline = useOfflineStore()
  const count = useOffline((view) => view.pages.length)
  const saving = useOffline((view) => view.saving)
  const error = useOffline((view) => view.error)
  const total = useReader((state) => state.manifest?.totalPages ?? 0)
  const isWhole = count >= total
  return (
    <>
      <p role="status" className="flex min-h-11 min-w-0 flex-1 basis-64 items-center gap-2.5 text-small text-dust">
        <HardDriveDownload size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
        <span className="tabular-nums">
          {saving === undefined ? describe(count) : `Saving for offline: ${saving} of ${total} pages`}
          {error === 'full' ? '. This device is out of storage space.' : null}
          {error === 'failed' ? '. Some pages could not be saved. Try again.' : null}
        </span>
      </p>
      <div className="-mx-3 flex flex-wrap">
        {saving !== undefined ? (
          <Button variant="bare" className="px-3" onClick={offline.stop}>
            Stop
          </Button>
        ) : isWhole || !isOnline ? null : (
          <Button variant="bare" className="px-3" onClick={() => void offline.saveAll()}>
            <Download size={16} strokeWidth={1.5} aria-hidden="true" />
            Save whole book
          </Button>
        )}
        {count > 0 && saving === undefined ? (
          <Button variant="bare" className="px-3" onClick={() => void offline.remove()}>
            Remove
          </Button>
        ) : null}
      </div>
    </>
  )
}

function describe(count: number): string {
  return count === 0 ? 'Not saved for offline' : `Saved for offline: ${count} ${count === 1 ? 'page' : 'pages'}`
}
