import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { CopyAddresses } from '../delivery-parts.ts'

/** Which copy an address stands for, and which of its links. */
export type CopyLink = { deliveryId: string; number: number }

/**
 * The addresses a copy carries, and what they say once they come back; undefined for anything that was not signed here.
 */
export type SignedAddresses = CopyAddresses & {
  readOpen(token: string): string | undefined
  readLink(token: string): CopyLink | undefined
  /**
   * Names whoever came, so that the same visitor is known at another copy: by their address and program, one way, with
   * a key of this house, and for one day (UTC) alone.
   */
  visitor(visit: { address: string; userAgent: string | undefined; at: Date }): string
  /** @param text A recipient of a bounce, in any case, or anything it may stand in; the domain is not looked at. */
  readBounce(text: string): string | undefined
}

// 16 bytes of id, 2 of number and 15 of signature make 44 letters without a spare bit, so that one token has one
// spelling.
const idBytes = 16
const tokenBytes = 33
const tokenPattern = /^[\w-]{44}$/

// Relays fold the case of a local part and cut it at 64 letters: hexadecimal, and half the signature.
const bounceSignatureBytes = 8
// A plus that went through a search is a blank.
const bouncePattern = /[+ ]([0-9a-f]{48})@/gi
/** A mail carries its mark a few times at most. */
const mostMarks = 100

/**
 * @param key Secret of this house, 32 random bytes.
 * @param bounceAddress Mailbox bounces come back to; each copy's own mark stands behind a plus in it.
 */
export function createCopyAddresses({
  key,
  origin,
  bounceAddress,
}: {
  key: Buffer
  origin: string
  bounceAddress: string
}): SignedAddresses {
  const at = bounceAddress.lastIndexOf('@')
  // Made ready once: five times as fast as from its bytes each time, and a letter has dozens of addresses.
  const secret = createSecretKey(key)

  function sign(purpose: 'open' | 'click' | 'bounce' | 'visitor', body: Buffer): Buffer {
    return createHmac('sha256', secret).update(purpose).update('\0').update(body).digest()
  }

  function tokenFor(purpose: 'open' | 'click', { deliveryId, number }: CopyLink): string {
    const body = Buffer.alloc(idBytes + 2)
    bytesOf(deliveryId).copy(body)
    body.writeUInt16BE(number, idBytes)
    return Buffer.concat([body, sign(purpose, body)], tokenBytes).toString('base64url')
  }

  function read(purpose: 'open' | 'click', token: string): CopyLink | undefined {
    if (!tokenPattern.test(token)) return undefined
    const bytes = Buffer.from(token, 'base64url')
    const body = bytes.subarray(0, idBytes + 2)
    const signature = bytes.subarray(idBytes + 2)
    if (!timingSafeEqual(signature, sign(purpose, body).subarray(0, signature.length))) return undefined
    return { deliveryId: idOf(body), number: body.readUInt16BE(idBytes) }
  }

  return {
    open: (deliveryId) => `${origin}/t/o/${tokenFor('open', { deliveryId, number: 0 })}.gif`,
    link: (deliveryId, number) => `${origin}/t/c/${tokenFor('click', { deliveryId, number })}`,
    bounce(deliveryId) {
      const id = bytesOf(deliveryId)
      const mark = Buffer.concat([id, sign('bounce', id)], idBytes + bounceSignatureBytes).toString('hex')
      return `${bounceAddress.slice(0, at)}+${mark}${bounceAddress.slice(at)}`
    },
    readOpen: (token) => read('open', token)?.deliveryId,
    readLink: (token) => read('click', token),
    visitor({ address, userAgent = '', at }) {
      const day = at.toISOString().slice(0, 10)
      return sign('visitor', Buffer.from([day, address, userAgent].join('\n'))).toString('hex', 0, 8)
    },
    readBounce(text) {
      for (const [, mark = ''] of text.matchAll(bouncePattern).take(mostMarks)) {
        const bytes = Buffer.from(mark, 'hex')
        const id = bytes.subarray(0, idBytes)
        if (timingSafeEqual(bytes.subarray(idBytes), sign('bounce', id).subarray(0, bounceSignatureBytes)))
          return idOf(id)
      }
      return undefined
    },
  }
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
