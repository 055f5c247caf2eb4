import { submitPath } from '#features/submissions/contract.ts'
import type { SlowBody } from './body-deadline.ts'

const megabyte = 1024 * 1024
const pace = { mostMs: 15 * 60_000, everyMs: 20_000, leastBytes: 64 * 1024 }

/** Where large files come in: at least three kilobytes a second, a quarter of an hour at most. Each route counts the bytes it takes by itself. */
export const slowBodies: readonly SlowBody[] = [
  { path: new RegExp(`^${submitPath}(\\?|$)`), ...pace, mostBytes: 64 * megabyte },
  { path: /^\/api\/owner\//, ...pace, mostBytes: 600 * megabyte },
]
