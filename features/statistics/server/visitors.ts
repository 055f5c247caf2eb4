import { createHash, randomBytes } from 'node:crypto'
import { isbot } from 'isbot'

/** Fields of a request that tell people from programs. */
type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Sessions of the owner; their visits do not count. */
const ownerCookie = /(^|;\s*)(__Host-)?swade-owner=/

/**
 * Returns whether a person other than the owner asked for what is shown: no crawler, no program, nothing that is loaded
 * in advance.
 *
 * @see https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 */
export function isVisit(headers: RequestHeaders): boolean {
  const { 'user-agent': agent, cookie = '' } = headers
  if (typeof agent !== 'string' || isbot(agent)) return false
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']]
  if (purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')))) return false
  return !ownerCookie.test(String(cookie))
}

/** Creates a function that hashes a client with a salt of its own, so that no network address is held. */
export function createClientHash(): (client: string, thing?: string) => string {
  const salt = randomBytes(16)
  return (client, thing = '') =>
    createHash('sha256').update(salt).update(`${client} ${thing}`).digest('base64').slice(0, 16)
}

/** Tells whether a client did something for the first time within a while. */
type RepetitionFilter = {
  isNew(client: string, thing: string): boolean
  /** Deletes what is older than that while. */
  forget(): void
}

/**
 * Creates a filter of repetitions: players and readers ask for the same file several times. Only hashes with a random
 * salt are held, in memory.
 *
 * @param options.nowMs Current time in milliseconds.
 * @param options.maxClients Number of remembered things; the oldest are forgotten first.
 */
export function createRepetitionFilter({
  nowMs,
  withinMs = 30 * 60_000,
  maxClients = 20_000,
}: {
  nowMs: () => number
  withinMs?: number
  maxClients?: number
}): RepetitionFilter {
  const hashOf = createClientHash()
  /** Times by hash, the oldest first. */
  const seen = new Map<string, number>()

  function forget(): void {
    for (const [id, at] of seen) {
      if (nowMs() - at < withinMs) return
      seen.delete(id)
    }
  }

  return {
    forget,
    isNew(client, thing) {
      forget()
      const id = hashOf(client, thing)
      if (seen.has(id)) return false
      seen.set(id, nowMs())
      const [oldest] = seen.keys()
      if (seen.size > maxClients && oldest !== undefined) seen.delete(oldest)
      return true
    },
  }
}

/** Source of a visit without a referrer: typed, a bookmark, an app, or a page that does not say. */
export const directSource = '(direct)'

/**
 * Returns the host that a visit came from, without `www.`; `(direct)` where there is none, undefined for pages of this
 * site.
 */
export function sourceOfVisit(referrer: string, ownHosts: readonly string[]): string | undefined {
  if (!referrer) return directSource
  const url = URL.parse(referrer)
  if (!url || !/^(https?|android-app):$/.test(url.protocol) || url.hostname === '') return directSource
  if (ownHosts.includes(url.host)) return undefined
  return url.hostname.toLowerCase().replace(/^www\./, '')
}

/** Returns the campaign of an address as `source / medium / campaign`; undefined without any of the three. */
export function campaignOfVisit(search: string): string | undefined {
  const given = new URLSearchParams(search)
  const parts = ['utm_source', 'utm_medium', 'utm_campaign'].map((name) => (given.get(name) ?? '').trim().slice(0, 60))
  // A campaign that was sent to single addresses would name a person.
  if (parts.every((part) => part === '') || parts.some((part) => part.includes('@'))) return undefined
  return parts.map((part) => part || '–').join(' / ')
}
