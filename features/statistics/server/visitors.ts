import { createHash, randomBytes } from 'node:crypto'
import { isbot } from 'isbot'

/** Headers of a request that distinguish people from programs. */
type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Matches the session cookie of the owner, whose visits do not count. */
const ownerCookie = /(^|;\s*)(__Host-)?swade-owner=/

/**
 * Returns whether a request comes from a person other than the owner, as opposed to a crawler, a program or a prefetch.
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

/** Creates a function that hashes a client with its own random salt, so that no network address is stored. */
export function createClientHash(): (client: string, thing?: string) => string {
  const salt = randomBytes(16)
  return (client, thing = '') =>
    createHash('sha256').update(salt).update(`${client} ${thing}`).digest('base64').slice(0, 16)
}

/** Detects whether a client does something for the first time within a period. */
type RepetitionFilter = {
  isNew(client: string, thing: string): boolean
  /** Deletes entries older than that period. */
  forget(): void
}

/**
 * Creates a filter of repetitions, because players and readers request the same file several times. It stores only
 * hashes with a random salt, in memory.
 *
 * @param options.nowMs Current time in milliseconds.
 * @param options.maxClients Maximum number of entries; the oldest are deleted first.
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
  /** Times by hash, oldest first. */
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

/** Source of a visit without a referrer: a typed address, a bookmark, an app, or a page that sends none. */
export const directSource = '(direct)'

/**
 * Returns the host that a visit came from, without `www.`; `(direct)` if there is none, undefined for pages of this
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
  const parameters = new URLSearchParams(search)
  const parts = ['utm_source', 'utm_medium', 'utm_campaign'].map((name) =>
    (parameters.get(name) ?? '').trim().slice(0, 60),
  )
  // A campaign with an email address could identify a person, so it is not counted.
  if (parts.every((part) => part === '') || parts.some((part) => part.includes('@'))) return undefined
  return parts.map((part) => part || '–').join(' / ')
}
