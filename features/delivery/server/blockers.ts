import { type IssueCheck, missingPostalAddress } from '#features/issues/contract.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Lists the blockers that prevent all sending, as messages for the admin; checked at every send because the owner may
 * change the settings.
 */
export function sendingBlockers(config: Pick<Config, 'isProduction' | 'POSTAL_ADDRESS'>): string[] {
  const blockers: string[] = []
  if (config.isProduction && config.POSTAL_ADDRESS.trim() === '') blockers.push(missingPostalAddress)
  return blockers
}

/** @throws AppError `invalid-input` naming every blocker once; the check of an issue repeats some of them. */
export function refuseBlocked(blockers: string[], check: IssueCheck | null): void {
  const all = new Set([...blockers, ...(check?.problems ?? []).map(({ text }) => text)])
  if (all.size > 0) throw new AppError('invalid-input', `Not ready to send. ${[...all].join(' ')}`)
}
