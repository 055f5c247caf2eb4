import { createHash } from 'node:crypto'
import { elements, listIds } from '../html.ts'

/** One statement of structured data. */
export type Fact = Record<string, unknown>

/** Finds missing security headers and headers that reveal the server. */
export function findHeaderErrors(headers: Record<string, string>): string[] {
  const required: [name: string, value: RegExp][] = [
    ['x-content-type-options', /^nosniff$/],
    ['x-frame-options', /^SAMEORIGIN$/],
    ['referrer-policy', /^strict-origin-when-cross-origin$/],
    ['permissions-policy', /camera=\(\)/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['content-security-policy', /default-src 'self'/],
  ]
  return [
    ...required.flatMap(([name, value]) =>
      value.test(headers[name] ?? '') ? [] : [`${name}: ${headers[name] ?? 'missing'}`],
    ),
    ...['set-cookie', 'x-powered-by', 'server'].flatMap((name) =>
      headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
    ),
  ]
}

/**
 * Finds deviations of a content security policy from the expected policy.
 *
 * @param html The page, whose inline scripts must be listed by their hashes.
 */
export function findPolicyErrors(policy: string, html: string): string[] {
  const given = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources.toSorted().join(' ')]
    }),
  )
  const inline = [...html.matchAll(/<script(?![^>]*(?: src=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  )
  const wanted: Record<string, string> = {
    'script-src': ["'self'", ...new Set(inline)].toSorted().join(' '),
    'default-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'frame-ancestors': "'self'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'object-src': "'none'",
  }
  // The styles of all areas are listed by their hashes; admin pages show emails with styles of their own.
  const isAdmin = /<style data-area="(owner|newsletter|dev)"/.test(html)
  const styles = (given.get('style-src') ?? '').replaceAll(/'sha256-[\w+/]{43}='/g, '').trim()
  return [
    ...(styles === "'self'" || isAdmin ? [] : [`style-src: ${styles || 'missing'} instead of 'self' and hashes`]),
    ...Object.entries(wanted).flatMap(([name, sources]) =>
      given.get(name) === sources ? [] : [`${name}: ${given.get(name) ?? 'missing'} instead of ${sources}`],
    ),
    ...(html.match(/<[a-z][^>]*\son\w+="[^>]*>/g) ?? []).map((tag) => `inline handler: ${tag}`),
  ]
}

/** Finds a missing language, missing or duplicate titles and first headings, and duplicate ids. */
export function findDocumentErrors(html: string): string[] {
  const ids = listIds(html)
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0
  const [titles, headings] = [count(/<title>[^<]+<\/title>/g), count(/<h1[\s>]/g)]
  return [
    ...(/^<!DOCTYPE html><html lang="en"/i.test(html) ? [] : ['no document type or language']),
    ...(titles === 1 ? [] : [`${titles} titles`]),
    ...(headings === 1 ? [] : [`${headings} first headings`]),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `id given twice: ${id}`),
  ]
}

/**
 * Reads the structured data of a page as a list.
 *
 * @throws SyntaxError where it is no JSON.
 */
export function readFacts(html: string): Fact[] {
  return elementsOfType(html).flatMap((block) =>
    Array.isArray(block['@graph']) ? (block['@graph'] as Fact[]) : [block],
  )
}

const elementsOfType = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text) as Fact,
  )

/** Returns whether a statement describes a thing of this type. */
export const isOfType = (fact: Fact, type: string) => [fact['@type']].flat().includes(type)

/** Finds structured data that is invalid, empty, relative, duplicate, or contains ratings. */
export function findStructuredDataErrors(html: string): string[] {
  let facts: Fact[]
  try {
    facts = readFacts(html)
  } catch (error) {
    return [`no JSON: ${String(error)}`]
  }
  const all = facts.flatMap(listNested)
  const named = all.flatMap((fact) =>
    typeof fact['@id'] === 'string' && Object.keys(fact).length > 1 ? [fact['@id']] : [],
  )
  return [
    ...elementsOfType(html).flatMap(({ '@context': context }) =>
      context === 'https://schema.org' ? [] : [`context: ${String(context)}`],
    ),
    ...facts.flatMap((fact) => (fact['@type'] === undefined ? [`no type: ${JSON.stringify(fact).slice(0, 80)}`] : [])),
    ...named.filter((id, index) => named.indexOf(id) < index).map((id) => `told twice: ${id}`),
    ...all
      .flatMap((fact) => Object.entries(fact))
      .flatMap(([key, value]) => {
        const isRelative = addressKeys.has(key) && typeof value === 'string' && !/^https?:\/\//.test(value)
        const isInvented = /rating|review|award/i.test(key)
        return value === '' || isRelative || isInvented ? [`${key}: ${JSON.stringify(value)}`] : []
      }),
  ]
}

const addressKeys = new Set(['@id', 'url', 'item', 'image', 'logo', 'contentUrl'])

/** Link relations that browsers do not load automatically. */
const followed = /\b(canonical|alternate|author|license|me|search)\b/

/** Lists URLs that a browser loads or connects to for a page, without links. */
export function listLoaded(html: string): string[] {
  const links = elements(html, 'link').flatMap(({ rel = '', href }) =>
    href === undefined || followed.test(rel) ? [] : [href],
  )
  const parts = elements(html, 'img|script|iframe|video|audio|source|track|embed|object|input').flatMap(
    (attributes) => [
      ...['src', 'poster', 'data'].flatMap((name) => attributes[name] ?? []),
      ...(attributes['srcset'] ?? '').split(',').flatMap((one) => one.trim().split(/\s+/)[0] || []),
    ],
  )
  return [...links, ...parts]
}

/** Lists nested objects, outermost first. */
function listNested(value: unknown): Fact[] {
  if (Array.isArray(value)) return value.flatMap(listNested)
  if (typeof value !== 'object' || value === null) return []
  return [value as Fact, ...Object.values(value).flatMap(listNested)]
}

/** Lists all URLs of a page: links and resources, without `srcset`. */
export function listAddresses(html: string): string[] {
  return ['a', 'link', 'img', 'script', 'iframe', 'video', 'audio', 'source', 'form'].flatMap((tag) =>
    elements(html, tag).flatMap((attributes) =>
      ['href', 'src', 'poster', 'action'].flatMap((name) => attributes[name] ?? []),
    ),
  )
}
