import { randomBytes } from 'node:crypto'
import type { Executor } from '../newsletter-parts.ts'
import { listSlugsLike } from './queries.ts'

/** The address of an issue, from its title: `swade-on-the-air-2`. */
export async function freeSlug(db: Executor, title: string, own?: string): Promise<string> {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 70)
    .replaceAll(/^-+|-+$/g, '')
  // Nothing left of a title in another script; `feed` and its like are addresses already.
  const base =
    /^[a-z0-9]{3}/.test(plain) && !/^(feed|preferences|confirm|unsubscribe)$/.test(plain)
      ? plain
      : `letter-${plain || randomBytes(4).toString('hex')}`.replace(/-$/, '')
  const taken = new Set((await listSlugsLike(db, base)).filter((slug) => slug !== own))
  if (own === base || (own && new RegExp(`^${base}-\\d+$`).test(own))) return own
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
