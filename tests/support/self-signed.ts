import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

// Minimal DER encoding for a certificate.
const part = (tag: number, ...bodies: Buffer[]): Buffer => {
  const body = Buffer.concat(bodies)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: Buffer[]) => part(0x30, ...parts)
const name = (text: string) =>
  sequence(part(0x31, sequence(Buffer.from('0603550403', 'hex'), part(0x0c, Buffer.from(text)))))
const time = (date: Date) => part(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))

/** Creates a self-signed PEM certificate for 127.0.0.1, valid for a day. */
export function makeSelfSigned(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const alternative = sequence(
    Buffer.from('0603551d11', 'hex'),
    part(0x04, sequence(part(0x87, Buffer.from([127, 0, 0, 1])))),
  )
  const isAuthority = sequence(
    Buffer.from('0603551d13', 'hex'),
    Buffer.from('0101ff', 'hex'),
    part(0x04, sequence(Buffer.from('0101ff', 'hex'))),
  )
  const body = sequence(
    part(0xa0, Buffer.from('020102', 'hex')),
    part(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name('Swade stories'),
    sequence(time(new Date(now - 3_600_000)), time(new Date(now + 24 * 3_600_000))),
    name('Swade stories'),
    publicKey.export({ type: 'spki', format: 'der' }),
    part(0xa3, sequence(isAuthority, alternative)),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const der = sequence(body, ecdsaWithSha256, part(0x03, Buffer.from([0]), signature))
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
