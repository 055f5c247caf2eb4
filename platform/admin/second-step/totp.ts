import { hkdfSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import type { Executor } from '#platform/database/open-database.ts'
import { createSecretBox, type SecretBox } from '#platform/secret-box.ts'
import type { SiteKeys } from '#platform/site-keys.ts'
import { listPlainTotp, plainPrefix, replaceTotpSecret } from './queries.ts'

/** New secret of an authenticator app, to be shown once. */
type TotpSecret = {
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

const totpOf = (secret: string, { issuer = '', account = '' } = {}) =>
  new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds })

/**
 * Creates a secret of 160 bits.
 *
 * @param issuer Name of the site, which the authenticator app shows.
 * @param account Name of the account, shown beside it.
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
export async function createTotpSecret({ issuer, account }: { issuer: string; account: string }): Promise<TotpSecret> {
  const secret = new Secret({ size: 20 }).base32
  // A colon separates the two names in the address, however it is encoded.
  const uri = totpOf(secret, { issuer: issuer.replaceAll(':', ''), account }).toString()
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

/**
 * Creates the encryption of stored secrets.
 *
 * @param options.secret `SECOND_STEP_KEY`; without it, and for secrets stored before it was set, the key is that of the
 *   site, which is in the file storage.
 */
export function createTotpBox({
  secret,
  siteKeys,
}: {
  secret: string | undefined
  siteKeys: Pick<SiteKeys, 'get'>
}): SecretBox {
  const ofSite = () => siteKeys.get('second-step')
  if (secret === undefined) return createSecretBox(ofSite)
  const configured = Buffer.from(hkdfSync('sha256', secret, '', 'swade second step', 32))
  return createSecretBox(async () => configured, ofSite)
}

/** Encrypts the secrets that earlier versions stored as they were. */
export async function sealPlainTotp(db: Executor, box: SecretBox): Promise<void> {
  for (const { accountId, sealedSecret } of await listPlainTotp(db))
    await replaceTotpSecret(db, accountId, sealedSecret, await box.seal(sealedSecret.slice(plainPrefix.length)))
}
