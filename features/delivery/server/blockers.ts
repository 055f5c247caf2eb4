import type { IssueCheck } from '#features/issues/contract.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Lists the blockers that prevent all sending, as messages for the admin; checked at every send because the owner may
 * change the settings.
 */
export function sendingBlockers(config: Pick<Config, 'isProduction' | 'POSTAL_ADDRESS'>): string[] {
  const obstacles: string[] = []
  if (config.isProduction && config.POSTAL_ADDRESS.trim() === '')
    obstacles.push(
      'The postal address is missing. The law requires one in every newsletter. The owner can set it in the admin under Settings.',
    )
  return obstacles
}

/** @throws AppError `invalid-input` naming every blocker. */
export function refuseBlocked(obstacles: string[], check: IssueCheck | null): void {
  const all = [...obstacles, ...(check?.problems ?? []).map(({ text }) => text)]
  if (all.length > 0) throw new AppError('invalid-input', `Not ready to send. ${all.join(' ')}`)
}
