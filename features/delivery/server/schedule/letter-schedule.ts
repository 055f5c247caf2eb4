import { insertAuditLine } from '#platform/admin/queries.ts'
import type { LetterScheduleService } from '#features/delivery/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import type { Sending } from '../delivery-parts.ts'
import { writeSettings } from '../queries.ts'

/** The schedule as the owner sees and stops it; the newsletter desk does the same by its settings. */
export function createLetterSchedule({
  db,
  clock,
  sending,
}: Pick<ProcessDeps, 'db' | 'clock'> & { sending: Pick<Sending, 'view'> }): LetterScheduleService {
  const set = (actor: string, isHeld: boolean, heldReason: string) =>
    db.transaction(async (tx) => {
      await writeSettings(tx, { isHeld, heldReason })
      await insertAuditLine(tx, {
        actor,
        act: isHeld ? 'settings.hold' : 'settings.resume',
        subject: 'newsletter:settings',
        detail: heldReason,
        at: clock.now(),
      })
    })
  return {
    view: () => sending.view(),
    hold: (actor) => set(actor, true, `${actor} holds the letters back.`),
    resume: (actor) => set(actor, false, ''),
  }
}
