import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashValue } from './secrets.ts'
import type { SiteKeys } from './site-keys.ts'

/** Rows with pages that a mailed link opens. */
type LinkKind = 'subscriber' | 'submission'

/** Row that a link opens: by its id, or by the hash of a token that an earlier version mailed. */
export type LinkTarget = { id: string } | { earlierHash: string }

/**
 * Tokens of links in emails. A token is the id of a row with a signature, so the database stores no token and nobody
 * who reads it can write a link.
 */
export type LinkTokens = {
  /**
   * Returns the token of a row, always the same one: 44 characters safe for URLs.
   *
   * @param id UUID in lower case.
   * @throws AppError `unavailable` without the file storage, until the key was read once.
   */
  write(kind: LinkKind, id: string): Promise<string>
  /**
   * Returns the row that a token opens; undefined for one that was not made here for this kind.
   *
   * @throws AppError `unavailable` as {@link LinkTokens.write}; a token of an earlier version needs no key.
   */
  read(kind: LinkKind, token: string): Promise<LinkTarget | undefined>
}

// 16 bytes of id and 17 of signature make 44 letters without a spare bit, so that one token has one spelling.
const idBytes = 16
const tokenBytes = 33
const tokenPattern = /^[\w-]{44}$/
/** Random tokens of versions before 0045_link_tokens, which the rows know by their hash. */
const earlierPattern = /^[\w-]{32}$/

/** Creates the tokens of a site. */
export function createLinkTokens(keys: Pick<SiteKeys, 'get'>): LinkTokens {
  async function sign(kind: LinkKind, id: Buffer): Promise<Buffer> {
    const key = await keys.get('links')
    const signature = createHmac('sha256', key).update(kind).update('\0').update(id).digest()
    return signature.subarray(0, tokenBytes - idBytes)
  }

  return {
    async write(kind, id) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes, await sign(kind, bytes)]).toString('base64url')
    },
    async read(kind, token) {
      if (earlierPattern.test(token)) return { earlierHash: hashValue(token) }
      if (!tokenPattern.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, idBytes)
      if (!timingSafeEqual(bytes.subarray(idBytes), await sign(kind, id))) return undefined
      return { id: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') }
    },
  }
}
