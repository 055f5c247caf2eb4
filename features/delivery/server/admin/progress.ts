import type { Progress } from '#features/issues/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { countSentSince, countStates } from './queries.ts'

/** The rate is measured over this window. */
const windowSeconds = 10

/** @returns the progress of each issue; an issue without recipients has no entry. */
export async function progressOf(
  { db, clock }: Pick<ProcessDeps, 'db' | 'clock'>,
  ids: string[],
): Promise<Map<string, Progress>> {
  const since = new Date(clock.now().getTime() - windowSeconds * 1000)
  const found = new Map<string, Progress>()
  const [states, recent] = await Promise.all([countStates(db, ids), countSentSince(db, ids, since)])
  for (const { issueId, state, total } of states) {
    const progress = found.get(issueId) ?? { ...nothing, per_second: (recent.get(issueId) ?? 0) / windowSeconds }
    found.set(issueId, progress)
    if (state === 'excluded') progress.excluded += total
    else progress.planned += total
    if (state === 'sent' || state === 'failed' || state === 'uncertain' || state === 'dropped') progress[state] += total
    else if (state !== 'excluded') progress.waiting += total
  }
  for (const progress of found.values())
    if (progress.waiting > 0 && progress.per_second > 0)
      progress.seconds_left = Math.ceil(progress.waiting / progress.per_second)
  return found
}

const nothing: Progress = {
  planned: 0,
  sent: 0,
  failed: 0,
  uncertain: 0,
  waiting: 0,
  dropped: 0,
  excluded: 0,
  per_second: 0,
  seconds_left: null,
}
