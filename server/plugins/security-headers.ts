import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ExternalOrigins } from '#platform/feature.ts'
import { policyHash } from '#platform/secrets.ts'

/** External origins used by features, from configuration and catalogue; empty on a new installation. */
export type OutsideOrigins = ExternalOrigins & { frames: readonly string[] }

// A semicolon in a host name would end a directive. Sources may also be schemes (`https:`).
const isOrigin = (source: string) => /^(https?|wss?):(\/\/[\w.:[\]-]+(:\*)?)?$/.test(source)

/**
 * Merges the external origins of features for all pages, since client-side navigation keeps the policy of the first
 * page.
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

/** Inline code and images that a response may use besides those of this site and of its configured origins. */
type PolicyAdditions = {
  /** `sha256-…` of the inline scripts of the page; without hashes no inline script runs. */
  scriptHashes?: readonly string[]
  /** `sha256-…` of the style sheets that the page may contain; `any` for pages that show emails. */
  styles?: readonly string[] | 'any'
  /** True for pages where the owner enters the address of an image. */
  allowsAnyImage?: boolean
}

/** Creates the content security policy of a response. */
export function contentSecurityPolicy(outside: OutsideOrigins, additions: PolicyAdditions = {}): string {
  const { scriptHashes = [], styles = [], allowsAnyImage = false } = additions
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...quoted(scriptHashes)].join(' '),
    ["style-src 'self'", ...(styles === 'any' ? ["'unsafe-inline'"] : quoted(styles))].join(' '),
    // React sets positions and sizes as attributes, which no selector of an attacker can use.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...(allowsAnyImage ? ['https:'] : []), ...(outside.images ?? [])].join(' '),
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

/** Creates the permissions policy for pages and external frames. */
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

/** Hashes the inline scripts of a rendered page for its policy. Data blocks such as JSON-LD need no hash. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || /type="application\/ld\+json"/.test(attributes)) continue
    hashes.add(policyHash(body))
  }
  return [...hashes]
}

/** Returns the security headers of every response; see `docs/security.md`. */
export function baseHeaders(options: {
  outside: OutsideOrigins
  isSecure: boolean
  isDevelopment: boolean
}): Record<string, string> {
  return {
    // Development pages contain the reload scripts of Vite.
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
    /** True if other sites may embed and read this route; a pattern limits it to matching URLs. */
    isPublic?: true | RegExp
  }
}

/**
 * Headers of public resources: any site may embed and read them, without cookies. `icy-` headers describe the stream.
 *
 * @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
 */
const publicHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'content-length, etag, icy-br, icy-genre, icy-metaint, icy-name, ratelimit, ratelimit-policy, retry-after',
}

/** Headers of CORS preflight responses. */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'cache-control, icy-metadata, if-none-match, last-event-id, range',
  'access-control-max-age': '86400',
}

/** Adds the given headers to every routed response, including errors, and CORS headers to public routes. */
export const securityHeaders = fastifyPlugin(
  async (app: FastifyInstance, { headers }: { headers: Record<string, string> }) => {
    app.addHook('onRequest', ({ routeOptions: { config }, url }, reply, done) => {
      const { isPublic } = config
      reply.headers(headers)
      if (isPublic === true || isPublic?.test(url.split('?')[0]!)) reply.headers(publicHeaders)
      done()
    })
    app.addHook('onRoute', function addPreflightRoute(this: FastifyInstance, { method, url, config }) {
      if (config?.isPublic === undefined || ![method].flat().includes('GET')) return
      const handler = (_request: FastifyRequest, reply: FastifyReply) => {
        if (reply.hasHeader('access-control-allow-origin')) reply.headers(preflightHeaders)
        return reply.code(204).send()
      }
      this.route({ method: 'OPTIONS', url, config: { isPublic: config.isPublic }, handler })
    })
  },
)
