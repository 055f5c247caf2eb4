import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/**
 * Origins of other sites that pages may frame, take sound and pictures from, or talk to, and frames that may ask for the microphone and the camera;
 * taken from configuration and catalogue, empty on a fresh installation.
 */
export type OutsideOrigins = {
  frames: readonly string[]
  media?: readonly string[]
  images?: readonly string[]
  connect?: readonly string[]
  microphone?: readonly string[]
  camera?: readonly string[]
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

/** Hashes of the inline scripts in a rendered page, for its policy. Data blocks such as JSON-LD do not run and need none. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || /type="application\/ld\+json"/.test(attributes)) continue
    hashes.add(`sha256-${createHash('sha256').update(body).digest('base64')}`)
  }
  return [...hashes]
}

/** The headers every answer carries, a page or a file before its own; see `docs/security.md`. */
export function baseHeaders(options: { outside: OutsideOrigins; isSecure: boolean; isDevelopment: boolean }): Record<string, string> {
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

/** Puts the given headers on every answer that has a route, errors included. */
export const securityHeaders = fastifyPlugin(async (app: FastifyInstance, { headers }: { headers: Record<string, string> }) => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
})
