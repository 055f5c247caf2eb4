import { deleteEndedSessions, insertSession } from '#platform/admin/queries.ts'
import type { Clock } from '#platform/clock.ts'
import type { Executor } from '#platform/database/open-database.ts'
import { cutText } from '#shared/cut-text.ts'
import type { OwnerCookie } from './owner-cookie.ts'
import { deleteOldCodes } from './queries.ts'

/** Idle time after which a session ends. */
export const idleMs = 12 * 60 * 60_000
/** Maximum lifetime of a session. */
export const maxSessionMs = 7 * 24 * 60 * 60_000

/**
 * Starts a session of the owner, for any way of signing in.
 *
 * @returns The `Set-Cookie` value.
 */
export async function startOwnerSession(
  tx: Executor,
  { cookie, ownerEmail, agent, clock }: { cookie: OwnerCookie; ownerEmail: string; agent: string; clock: Clock },
): Promise<{ setCookie: string }> {
  const { tokenHash, setCookie } = cookie.create()
  const now = clock.now()
  await deleteEndedSessions(tx, now)
  await deleteOldCodes(tx, now)
  await insertSession(tx, {
    kind: 'owner',
    tokenHash,
    email: ownerEmail,
    agent: cutText(agent, 300),
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + idleMs),
  })
  return { setCookie }
}
