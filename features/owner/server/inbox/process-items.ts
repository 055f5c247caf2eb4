import type { Clock } from '#platform/clock.ts'
import type { Processes } from '#platform/processes/processes.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItemSource } from '#features/owner/contract.ts'

/**
 * Creates the action items for missing roles, unshared storage and wrong clocks. They have no action, because they are
 * resolved on the hosts and then disappear by themselves.
 */
export function createProcessItems({
  processes,
  clock,
}: {
  processes: Pick<Processes, 'problems'>
  clock: Clock
}): ActionItemSource {
  const unavailable = async () => {
    throw new AppError('conflict', 'This action item cannot be resolved here.')
  }
  return {
    kinds: ['process'],
    async list() {
      const problems = await processes.problems()
      return problems.map(({ key, title, detail }) => ({
        key: `process:${key}`,
        severity: 'promise',
        title,
        detail,
        since: clock.now().toISOString(),
        href: '/admin/settings#health',
      }))
    },
    runAction: unavailable,
    undo: unavailable,
  }
}
