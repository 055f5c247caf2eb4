import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** The track arrived. The link was mailed too, so nothing is lost when this goes. */
export function SentNotice({ isShown, message, statusUrl }: { isShown: boolean; message: string; statusUrl: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) place.current?.focus()
  }, [isShown])
  return (
    <div ref={place} role="status" tabIndex={-1} className="flex flex-col items-start gap-4 py-6 outline-none">
      <p className="title flex items-center gap-3">
        <Check size={26} strokeWidth={1.5} aria-hidden="true" className="text-gain" />
        Submission Successful!
      </p>
      <p className="measure text-dust">{message}</p>
      <a href={statusUrl} className="underline decoration-live underline-offset-4">
        See where your track is
      </a>
    </div>
  )
}
