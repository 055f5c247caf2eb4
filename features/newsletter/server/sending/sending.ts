import type { CopyAddresses, Issues, NewsletterParts, Returns, Sending } from '../newsletter-parts.ts'
import { makeDigest } from '../schedule/make-digest.ts'
import { countAudience } from './audience/queries.ts'
import { issueMoves } from './desk/issue-moves.ts'
import { progressOf } from './desk/progress.ts'
import { scheduleView } from './desk/schedule-view.ts'
import { createWork, type WorkTimes } from './engine/work.ts'

type Parts = Pick<NewsletterParts, 'config' | 'database' | 'db' | 'clock' | 'log'> & {
  issues: Pick<Issues, 'write' | 'find' | 'check' | 'create'>
  addresses: () => Promise<CopyAddresses>
  returns: Pick<Returns, 'refused'>
}

/** From a draft to every inbox; see docs/decisions/016-sending.md. */
export function createSending(parts: Parts, times?: Partial<WorkTimes>): Sending {
  const moves = issueMoves({ ...parts, wake: () => work.wake() })
  const work = createWork({ ...parts, makeDigest: () => makeDigest({ ...parts, schedule: moves.schedule }) }, times)
  return {
    ...moves,
    progress: (ids) => progressOf(parts, ids),
    view: () => scheduleView(parts),
    countAudience: (kind) => countAudience(parts.db, kind),
    start: work.start,
    stop: work.stop,
    now: work.now,
  }
}
