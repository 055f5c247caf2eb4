import { ButtonLink } from '#ui/button.tsx'

/** Notice on the first page after signing in, until every step of the setup is done or skipped. */
export function SetupNotice({ stepsLeft }: { stepsLeft: number }) {
  if (stepsLeft === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border border-groove bg-plate-raised px-4 py-3">
      <p>Make this site your own: {stepsLeft === 1 ? '1 step is' : `${stepsLeft} steps are`} left.</p>
      <ButtonLink to="/admin/setup">Continue setup</ButtonLink>
    </div>
  )
}
