import type { ScheduleView } from '#features/newsletter/desk.ts'
import type { NewsletterParts } from '../../newsletter-parts.ts'
import { inNewYork, nextFriday } from '../../schedule/slots.ts'
import { countAudience } from '../audience/queries.ts'
import { houseObstacles } from './obstacles.ts'
import { findNextScheduled, readSettings } from './queries.ts'

/** When the next issue goes, to how many, and what stands in the way. */
export async function scheduleView({ db, clock, config }: Pick<NewsletterParts, 'db' | 'clock' | 'config'>): Promise<ScheduleView> {
  const friday = nextFriday(clock.now())
  const [next, settings] = await Promise.all([findNextScheduled(db), readSettings(db)])
  const weekly = await countAudience(db, 'weekly')
  const at = next?.dueAt ?? friday.at
  return {
    next_send_at: at.toISOString(),
    new_york: inNewYork(at),
    newsletter: next ? { id: next.id, title: next.title } : null,
    recipients: next?.kind === 'digest' ? await countAudience(db, 'digest') : weekly,
    weekly_recipients: weekly,
    is_held: settings.isHeld,
    held_reason: settings.heldReason,
    obstacles: houseObstacles(config),
  }
}
