import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns whether a browser would show a page with these headers in a frame on this site.
 * `frame-ancestors` takes precedence, and all policies that have it must allow the frame; otherwise `X-Frame-Options`
 * decides, and its unknown values are ignored.
 *
 * @param at Address of the page.
 * @param origin Origin of this site.
 * @see https://www.w3.org/TR/CSP3/#directive-frame-ancestors
 * @see https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header
 */
export function mayBeFramed(headers: IncomingHttpHeaders, at: URL, origin: string): boolean {
  // Node joins repeated headers with a comma, like policies in one header.
  const policies = textOf(headers['content-security-policy']).split(',').flatMap(ancestorsIn)
  if (policies.length > 0)
    return policies.every((sources) => sources.some((source) => allows(source, at, new URL(origin))))
  const options = new Set(
    textOf(headers['x-frame-options'])
      .toLowerCase()
      .split(',')
      .map((value) => value.trim()),
  )
  options.delete('')
  if (options.size > 1) return !['deny', 'sameorigin', 'allowall'].some((value) => options.has(value))
  return !options.has('deny') && !(options.has('sameorigin') && at.origin !== origin)
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : (value ?? ''))

/** Returns the sources of a policy's first `frame-ancestors`; no directive allows all, an empty one forbids all. */
function ancestorsIn(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/)
    if (name === 'frame-ancestors') return [sources]
  }
  return []
}

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

function allows(source: string, at: URL, ours: URL): boolean {
  if (source === '*') return true
  if (source === "'self'") return at.origin === ours.origin
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return isScheme(source, ours)
  const [, scheme, host = '', port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? []
  if (!host || !isScheme(scheme ?? at.protocol, ours)) return false
  const isHost = host.startsWith('*.') ? ours.hostname.endsWith(host.slice(1)) : host === '*' || host === ours.hostname
  return isHost && (port === '*' || portOf(ours) === (port ?? (ours.protocol === 'https:' ? '443' : '80')))
}

// A source allowed over http is also allowed over https, but not vice versa.
const isScheme = (allowed: string, { protocol }: URL) =>
  allowed === protocol || (allowed === 'http:' && protocol === 'https:')
