import { insertAuditLine, listAuditLines } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { cutText } from '#shared/cut-text.ts'
import type { DeskLog } from '#features/owner/contract.ts'

const longestDetail = 1000

/** Writes and reads the one log of the admin, in which editors' acts stand as well. Nothing is ever changed in it. */
export function createDeskLog({ db, clock }: { db: Database['db']; clock: Clock }): DeskLog {
  return {
    record: ({ actor, act, subject, detail = '' }) =>
      insertAuditLine(db, { actor, act, subject, detail: cutText(detail, longestDetail), at: clock.now() }),
    async list(subject) {
      const rows = await listAuditLines(db, subject, 200)
      return rows.map(({ actor, act, subject: of, detail, at }) => ({ actor, act, subject: of, detail, at: at.toISOString() }))
    },
  }
}
