import { readFileSync, statSync } from 'node:fs'

/** User that a server runs as; undefined means the current user. */
export type RunAs = { uid: number; gid: number } | undefined

/**
 * Picks the user for a PostgreSQL server, which refuses to run as root.
 *
 * @param ownedFolder A data folder of an earlier start; its owner is kept.
 * @returns undefined unless this process runs as root; otherwise the folder's owner, `postgres` or `nobody`.
 */
export function findUnprivilegedUser(ownedFolder?: string): RunAs {
  if (process.getuid?.() !== 0) return undefined
  const owner = ownedFolder ? statSync(ownedFolder, { throwIfNoEntry: false }) : undefined
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = readUsers()
  return users.get('postgres') ?? users.get('nobody') ?? { uid: 65_534, gid: 65_534 }
}

function readUsers(): Map<string, { uid: number; gid: number }> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return new Map(
    lines
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  )
}
