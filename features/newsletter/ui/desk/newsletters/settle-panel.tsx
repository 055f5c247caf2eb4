import { Button } from '#ui/button.tsx'
import type { IssueLine } from '#features/newsletter/desk.ts'
import { useDesk } from '../desk-context.ts'
import { counted } from './list-words.ts'
import type { useIssueActs } from './use-issue-acts.ts'

/** Copies nobody but the relay knows about; the editor decides of them. */
export function SettlePanel({ issue: { id, progress }, acts }: { issue: IssueLine; acts: ReturnType<typeof useIssueActs> }) {
  const { may } = useDesk()
  const count = progress?.uncertain ?? 0
  if (count === 0) return null
  const isBusy = acts.busy === id
  const settle = (as: 'sent' | 'again', told: string) => () => void (!isBusy && acts.act(id, 'settle', { as, deliveries: 'all' }, told))
  return (
    <section aria-labelledby="settle-heading" className="flex flex-col gap-4 border border-live p-4 md:p-6">
      <h2 id="settle-heading" className="title">
        {count === 1 ? 'One copy is uncertain' : `${counted(count)} copies are uncertain`}
      </h2>
      <p className="measure text-small text-dust">
        The line broke, or we were stopped, while these were being handed over. Only the relay knows whether it took them: look for their
        message ids in its log. Sending again may reach somebody twice; taking them as arrived may leave somebody without.
      </p>
      {may('editor') ? (
        <div className="flex flex-wrap gap-3">
          <Button aria-disabled={isBusy} onClick={settle('sent', 'Taken as arrived.')}>
            Take all as arrived
          </Button>
          <Button aria-disabled={isBusy} onClick={settle('again', 'They are sent again.')}>
            Send all again
          </Button>
        </div>
      ) : null}
    </section>
  )
}
