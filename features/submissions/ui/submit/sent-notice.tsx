import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'

/**
 * The track arrived. The link was mailed too, so nothing is lost when this goes.
 *
 * @param onHold Called with whether somebody is at the link: as long as that is so, this should stay.
 */
export function SentNotice(props: { isShown: boolean; message: string; statusUrl: string; onHold: (isHeld: boolean) => void }) {
  const { isShown, message, statusUrl, onHold } = props
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
      <a
        href={statusUrl}
        onPointerEnter={() => onHold(true)}
        onPointerLeave={(event) => onHold(event.currentTarget === document.activeElement)}
        onFocus={() => onHold(true)}
        onBlur={() => onHold(false)}
        className="inline-flex min-h-11 items-center underline decoration-live underline-offset-4"
      >
        See where your track is
      </a>
    </div>
  )
}
