import { randomBytes } from 'node:crypto'
import { slugOf } from '#shared/slug.ts'
import type { Executor } from '../newsletter-parts.ts'
import { listSlugsLike } from './queries.ts'

/** The address of an issue, from its title: `swade-on-the-air-2`. */
export async function freeSlug(db: Executor, title: string, own?: string): Promise<string> {
  const plain = slugOf(title, 70)
  // Nothing left of a title that is a picture; `feed` and its like are addresses already.
  const base =
    plain.replaceAll('-', '').length >= 3 && !/^(feed|preferences|confirm|unsubscribe)$/.test(plain)
      ? plain
      : `letter-${plain || randomBytes(4).toString('hex')}`.replace(/-$/, '')
  const taken = new Set((await listSlugsLike(db, base)).filter((slug) => slug !== own))
  if (own === base || (own && new RegExp(`^${base}-\\d+$`).test(own))) return own
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
