import { Lock } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'
import { useReaderStore } from '../reader-context.tsx'

/** Stands where a page is that this visitor may not read. Most windows are lower than it is, so its words stand where they show first. */
export function LockedPage() {
  const { bookId } = useReaderStore()
  return (
    <div className="flex h-full flex-col items-center gap-4 border border-groove px-6 pt-48 text-center">
      <Lock size={28} strokeWidth={1.5} aria-hidden="true" className="text-dust" />
      <p className="title">Page Locked</p>
      <p className="text-dust">Purchase to unlock this page</p>
      <ButtonLink to={`/book/${bookId}#payment`} variant="primary">
        Purchase Now
      </ButtonLink>
    </div>
  )
}
