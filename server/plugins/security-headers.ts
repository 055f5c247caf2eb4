import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ExternalOrigins } from '#platform/feature.ts'

/**
 * What features frame and reach of other hosts, taken from configuration and catalogue; empty on a fresh installation.
 */
export type OutsideOrigins = ExternalOrigins & { frames: readonly string[] }

// The name of a host may hold a semicolon, which would end a directive; nobody's real one does. Beside hosts, a policy
// knows schemes (`https:`).
const isOrigin = (source: string) => /^(https?|wss?):(\/\/[\w.:[\]-]+(:\*)?)?$/.test(source)

/**
 * Joins what features frame and reach of other hosts into one list for all pages: who follows a link inside the site
 * keeps the policy of the page they came in by.
 */
export function joinOrigins(parts: readonly ExternalOrigins[]): OutsideOrigins {
  const all = (kind: keyof OutsideOrigins) => [...new Set(parts.flatMap((part) => part[kind] ?? []))].filter(isOrigin)
  return {
    frames: all('frames'),
    media: all('media'),
    images: all('images'),
    connect: all('connect'),
    microphone: all('microphone'),
    camera: all('camera'),
  }
}

/**
 * The content security policy of one answer.
 *
 * @param scriptHashes `sha256-…` of the inline scripts this very page carries; none means no inline script runs.
 */
export function contentSecurityPolicy(outside: OutsideOrigins, scriptHashes: readonly string[] = []): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob: https:", ...(outside.images ?? [])].join(' '),
    ["media-src 'self' blob:", ...(outside.media ?? [])].join(' '),
    ["connect-src 'self'", ...(outside.connect ?? [])].join(' '),
    ["frame-src 'self'", ...outside.frames].join(' '),
    "worker-src 'self' blob:",
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}

/** What pages may use of a device, and which frames of other sites may ask for it too. */
export function permissionsPolicy({ microphone = [], camera = [] }: OutsideOrigins): string {
  const quoted = (origins: readonly string[]) => origins.map((origin) => `"${origin}"`)
  return [
    `camera=(${quoted(camera).join(' ')})`,
    `microphone=(${['self', ...quoted(microphone)].join(' ')})`,
    'geolocation=()',
    'payment=()',
    'usb=()',
  ].join(', ')
}

/**
 * Hashes of the inline scripts in a rendered page, for its policy. Data blocks such as JSON-LD do not run and need
 * none.
 */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || /type="application\/ld\+json"/.test(attributes)) continue
    hashes.add(`sha256-${createHash('sha256').update(body).digest('base64')}`)
  }
  return [...hashes]
}

/** The headers every answer carries, a page or a file before its own; see `docs/security.md`. */
export function baseHeaders(options: {
  outside: OutsideOrigins
  isSecure: boolean
  isDevelopment: boolean
}): Record<string, string> {
  return {
    // Development pages carry the reloading scripts of the build tool.
    ...(options.isDevelopment ? {} : { 'content-security-policy': contentSecurityPolicy(options.outside) }),
    // `no-referrer` would break the video player.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissionsPolicy(options.outside),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(options.isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Other sites may show, play and read what stands here, the same for everybody; a pattern says which addresses of
     * the route.
     */
    isPublic?: true | RegExp
  }
}

/**
 * What public things carry: any site may embed them and any script read them, without cookies. `icy-` names titles
 * within the stream.
 *
 * @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
 */
const publicHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, etag, icy-br, icy-genre, icy-metaint, icy-name, retry-after',
}

/** What a browser hears that asks first, since a script wants more than the plainest request. */
const askedFirst = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'cache-control, icy-metadata, if-none-match, last-event-id, range',
  'access-control-max-age': '86400',
}

/**
 * Puts the given headers on every answer that has a route, errors included; what is public is opened to other sites,
 * and nothing else.
 */
export const securityHeaders = fastifyPlugin(
  async (app: FastifyInstance, { headers }: { headers: Record<string, string> }) => {
    app.addHook('onRequest', ({ routeOptions: { config }, url }, reply, done) => {
      const { isPublic } = config
      reply.headers(headers)
      if (isPublic === true || isPublic?.test(url.split('?')[0]!)) reply.headers(publicHeaders)
      done()
    })
    app.addHook('onRoute', function addAnswerForWhoAsksFirst(this: FastifyInstance, { method, url, config }) {
      if (config?.isPublic === undefined || ![method].flat().includes('GET')) return
      const handler = (_request: FastifyRequest, reply: FastifyReply) => {
        if (reply.hasHeader('access-control-allow-origin')) reply.headers(askedFirst)
        return reply.code(204).send()
      }
      this.route({ method: 'OPTIONS', url, config: { isPublic: config.isPublic }, handler })
    })
  },
)
