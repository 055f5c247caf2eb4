import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { DeliveryAddresses } from '../delivery-deps.ts'

/** Delivery and link that a tracking address identifies. */
export type DeliveryLink = { deliveryId: string; number: number }

/**
 * Creates the signed addresses of a delivery, and reads them when they come back; reading returns undefined for
 * anything that was not signed here.
 */
export type SignedDeliveryAddresses = DeliveryAddresses & {
  readOpen(token: string): string | undefined
  readLink(token: string): DeliveryLink | undefined
  /**
   * Returns a one-way name for a visitor, derived from address and user agent with this site's key; it changes every
   * day (UTC).
   */
  visitor(visit: { address: string; userAgent: string | undefined; at: Date }): string
  /** @param text A recipient of a bounce in any case, or any text that contains one; the domain is ignored. */
  readBounce(text: string): string | undefined
}

// 16 bytes of id, 2 of number and 15 of signature make exactly 44 letters without a spare bit, so each token has one
// spelling.
const idBytes = 16
const tokenBytes = 33
const tokenPattern = /^[\w-]{44}$/

// Relays change the case of a local part and cut it at 64 letters, so the token is hexadecimal with half the signature.
const bounceSignatureBytes = 8
// A plus sign becomes a space when a URL is decoded.
const bouncePattern = /[+ ]([0-9a-f]{48})@/gi
/** Maximum number of tokens that are verified per email. */
const maxTokens = 100

/**
 * @param key Secret of this site, 32 random bytes.
 * @param bounceAddress Mailbox for bounces; each delivery's token is appended to its local part after a plus.
 */
export function createDeliveryAddresses({
  key,
  origin,
  bounceAddress,
}: {
  key: Buffer
  origin: string
  bounceAddress: string
}): SignedDeliveryAddresses {
  const at = bounceAddress.lastIndexOf('@')
  // Created once: five times as fast as from the bytes each time, and an email has dozens of addresses.
  const secret = createSecretKey(key)

  function sign(purpose: 'open' | 'click' | 'bounce' | 'visitor', body: Buffer): Buffer {
    return createHmac('sha256', secret).update(purpose).update('\0').update(body).digest()
  }

  function tokenFor(purpose: 'open' | 'click', { deliveryId, number }: DeliveryLink): string {
    const body = Buffer.alloc(idBytes + 2)
    bytesOf(deliveryId).copy(body)
    body.writeUInt16BE(number, idBytes)
    return Buffer.concat([body, sign(purpose, body)], tokenBytes).toString('base64url')
  }

  function read(purpose: 'open' | 'click', token: string): DeliveryLink | undefined {
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
      const token = Buffer.concat([id, sign('bounce', id)], idBytes + bounceSignatureBytes).toString('hex')
      return `${bounceAddress.slice(0, at)}+${token}${bounceAddress.slice(at)}`
    },
    readOpen: (token) => read('open', token)?.deliveryId,
    readLink: (token) => read('click', token),
    visitor({ address, userAgent = '', at }) {
      const day = at.toISOString().slice(0, 10)
      return sign('visitor', Buffer.from([day, address, userAgent].join('\n'))).toString('hex', 0, 8)
    },
    readBounce(text) {
      for (const [, token = ''] of text.matchAll(bouncePattern).take(maxTokens)) {
        const bytes = Buffer.from(token, 'hex')
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
