import { ButtonLink } from '#ui/button.tsx'

type Neighbours = { previous: string | undefined; next: string | undefined; waiting: number }

/**
 * The ways to what waits before and after.
 *
 * @param isNextDue The track shown is decided, so the next one is what to open now.
 */
export function WaitingLinks({ neighbours: { previous, next, waiting }, isNextDue }: { neighbours: Neighbours; isNextDue: boolean }) {
  return (
    <>
      {previous ? <ButtonLink to={`/admin/submissions/${previous}`}>Previous waiting</ButtonLink> : null}
      {next ? (
        <ButtonLink to={`/admin/submissions/${next}`} variant={isNextDue ? 'primary' : 'quiet'}>
          Next waiting
        </ButtonLink>
      ) : null}
      <ButtonLink to="/admin/submissions">
        {waiting === 0 ? 'Queue: nobody waits' : `Queue: ${waiting.toLocaleString('en-US')} waiting`}
      </ButtonLink>
    </>
  )
}
