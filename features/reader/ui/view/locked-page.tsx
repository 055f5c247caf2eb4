import { Lock } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'
import { useReaderStore } from '../reader-context.tsx'

/** Stands where a page is that this visitor may not read. */
export function LockedPage() {
  const { bookId } = useReaderStore()
  return (
    <div className="flex h-full flex-col items-center justify-center gap-4 border border-groove px-6 text-center">
      <Lock size={28} strokeWidth={1.5} aria-hidden="true" className="text-dust" />
      <p className="title">Page Locked</p>
      <p className="text-dust">Purchase to unlock this page</p>
      <ButtonLink to={`/book/${bookId}#payment`} variant="primary">
        Purchase Now
      </ButtonLink>
    </div>
  )
}
