import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'

/** New secret of an authenticator app, to be shown once. */
export type TotpSecret = {
  /** Base 32, for typing. */
  secret: string
  /** `otpauth://` address. */
  uri: string
  /** QR code of the address as SVG. */
  qrSvg: string
}

const periodSeconds = 30
/** Codes of the previous and the next period count as well, because clocks differ. */
const window = 1

const totpOf = (secret: string, account = '') =>
  new TOTP({ issuer: 'Swade', label: account, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds })

/**
 * Creates a secret of 160 bits.
 *
 * @param account Name that the authenticator app shows.
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
export async function createTotpSecret(account: string): Promise<TotpSecret> {
  const secret = new Secret({ size: 20 }).base32
  const uri = totpOf(secret, account).toString()
  return { secret, uri, qrSvg: await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }) }
}

/**
 * Returns the time step that a six-digit code belongs to; undefined if it is wrong.
 *
 * @param secret Base 32.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = /^\d{6}$/.test(code) ? totpOf(secret).validate({ token: code, timestamp, window }) : null
  return delta === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp }) + delta
}

/** Encrypts and decrypts stored secrets. */
export type SecretBox = {
  seal(text: string): string
  /** @returns Undefined if the text was encrypted with another key, or if there is no key now. */
  open(sealed: string): string | undefined
}

/**
 * Creates the encryption of stored secrets: AES-256-GCM with a key derived from the configuration.
 *
 * @param key `SECOND_STEP_KEY`; without it, secrets are stored as they are, because every other key of the site is in
 *   the same database.
 */
export function createSecretBox(key: string | undefined): SecretBox {
  const derived = key === undefined ? undefined : Buffer.from(hkdfSync('sha256', key, '', 'swade second step', 32))
  return {
    seal(text) {
      if (!derived) return `plain:${text}`
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derived, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `gcm:${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed) {
      if (sealed.startsWith('plain:')) return sealed.slice('plain:'.length)
      if (!derived || !sealed.startsWith('gcm:')) return undefined
      const bytes = Buffer.from(sealed.slice('gcm:'.length), 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', derived, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
