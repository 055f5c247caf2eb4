import type { Processes } from '#platform/processes/processes.ts'
import { AppError } from '#shared/errors.ts'
import type { ActionItemSource } from '#features/owner/contract.ts'

/**
 * Creates the action items for missing roles, unshared storage and wrong clocks. They have no action, because they are
 * resolved on the hosts and then disappear by themselves.
 */
export function createProcessItems({ processes }: { processes: Pick<Processes, 'problems'> }): ActionItemSource {
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
        since: undefined,
        href: '/admin/settings#health',
      }))
    },
    runAction: unavailable,
    undo: unavailable,
  }
}
