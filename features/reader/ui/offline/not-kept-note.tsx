import { CloudOff } from 'lucide-react'
import type { PageOverlayProps } from '../companion.ts'
import { useOnline } from '#ui/use-online.ts'
import { useOffline } from './book-offline.ts'

/** Says of a page that is not on the device why it does not come. */
export function NotKeptNote({ page, lines }: PageOverlayProps) {
  const isOnline = useOnline()
  const isKept = useOffline((view) => view.pages.includes(page))
  // Words that are here came with their picture, before the connection went.
  if (isOnline || isKept || lines.length > 0) return null
  return (
    <div className="absolute inset-0 z-20 flex flex-col justify-center bg-plate-raised">
      {/* Of a page taller than the screen it stays in the middle of what can be seen. */}
      <div className="sticky top-[30%] bottom-[30%] flex flex-col items-center gap-4 px-6 text-center text-sand">
        <CloudOff size={28} strokeWidth={1.5} aria-hidden="true" className="text-dust" />
        <p className="title">Not saved on this device</p>
        <p className="text-dust">You are offline. Page {page} comes when you are connected again.</p>
      </div>
    </div>
  )
}
