import { parseCookie, stringifySetCookie } from 'cookie'
import { createSecret, hashValue } from '#platform/secrets.ts'

/** The cookie that names a session of the owner: a secret and nothing else. */
export type OwnerCookie = {
  readonly name: string
  /** What a session is kept under, from a request's `Cookie` header; undefined when there is none of ours. */
  tokenHashOf(header: string | undefined): string | undefined
  /** A new secret: its fingerprint to keep, its cookie to send. */
  create(): { tokenHash: string; setCookie: string }
  /** The `Set-Cookie` value that takes it away. */
  readonly ended: string
}

/** Every secret we hand out looks like this; anything else is not even looked up. */
const secretPattern = /^[\w-]{32}$/

/**
 * Lax, not Strict: a mail says where something waits, and who follows its link must not stand before the gate again.
 * What Lax would let through, a page opened from elsewhere, changes nothing: every act is a POST with our own Origin.
 *
 * @param origin Over https the name itself forbids other hosts, paths and plain connections to set it.
 * @param maxAgeSeconds As long as a session can last at most.
 */
export function createOwnerCookie(origin: string, maxAgeSeconds: number): OwnerCookie {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? '__Host-swade-owner' : 'swade-owner'
  const write = (value: string, maxAge: number) =>
    stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure })
  return {
    name,
    tokenHashOf(header) {
      // One of the same name that is none of ours is passed over.
      const decode = (value: string) => (secretPattern.test(value) ? value : undefined)
      const secret = parseCookie(header ?? '', { decode })[name]
      return secret && hashValue(secret)
    },
    create() {
      const secret = createSecret()
      return { tokenHash: hashValue(secret), setCookie: write(secret, maxAgeSeconds) }
    },
    ended: write('', 0),
  }
}
