import type { IssueCheck } from '#features/issues/contract.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Why this house cannot send at all, in words for the desk; asked at every send, since the owner may change it
 * meanwhile.
 */
export function houseObstacles(config: Pick<Config, 'isProduction' | 'POSTAL_ADDRESS'>): string[] {
  const obstacles: string[] = []
  if (config.isProduction && config.POSTAL_ADDRESS.trim() === '')
    obstacles.push('The postal address is missing. The law requires one in every newsletter: set POSTAL_ADDRESS.')
  return obstacles
}

/** @throws AppError `invalid-input` naming everything that stands in the way. */
export function refuseObstacles(obstacles: string[], check: IssueCheck | null): void {
  const all = [...obstacles, ...(check?.problems ?? []).map(({ text }) => text)]
  if (all.length > 0) throw new AppError('invalid-input', `This issue cannot be sent yet: ${all.join(' ')}`)
}
