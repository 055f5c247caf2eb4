import { consentText } from '#features/checkout/terms.ts'
import { TextLink } from '../text-link.tsx'

/** The wish for immediate access and what it costs. Never ticked beforehand, never needed to buy. */
export function ConsentBox() {
  return (
    <div className="flex flex-col gap-2">
      <label className="flex min-h-11 cursor-pointer items-start gap-4">
        <input type="checkbox" name="consent" aria-describedby="consent-note" className="mt-0.5 size-6 shrink-0 accent-(--color-live)" />
        <span className="text-small">{consentText}</span>
      </label>
      <p id="consent-note" className="pl-10 text-small text-dust">
        Optional. Without it you buy just the same and keep 14 days to <TextLink to="/withdraw">withdraw</TextLink>; see the{' '}
        <TextLink to="/terms">terms</TextLink>.
      </p>
    </div>
  )
}
