import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** False claims of a forged response; by default there are none. */
export type Claims = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  topOrigin?: string
  isUserVerified?: boolean
  isUserPresent?: boolean
  counter?: number
  userHandle?: string
  /** Signs with the key of another authenticator. */
  key?: KeyObject
}

const flags = { present: 0x01, verified: 0x04, credential: 0x40 }

/** A passkey in software: a P-256 key that signs like a platform authenticator, without attestation. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = randomBytes(32).toString('base64url')
  readonly #origin: string
  /** Counter of the next response minus one; 0 and `countsUses` false: the authenticator does not count. */
  counter = 0
  countsUses: boolean
  /** User id of the account, base64url. */
  userHandle = randomBytes(32).toString('base64url')

  constructor(origin: string, { countsUses = true } = {}) {
    this.#origin = origin
    this.countsUses = countsUses
  }

  /** Private key, to sign for another credential. */
  get key(): KeyObject {
    return this.#keys.privateKey
  }

  /** Creates the credential. */
  register(options: PublicKeyCredentialCreationOptionsJSON, claims: Claims = {}): RegistrationResponseJSON {
    this.userHandle = options.user.id
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const id = Buffer.from(this.id, 'base64url')
    // COSE key, RFC 9053: kty EC2, alg ES256, curve P-256, x, y.
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ])
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(id.length)
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id ?? '', flags.credential, claims),
      Buffer.alloc(16),
      idLength,
      id,
      coseKey,
    ])
    // CBOR map: fmt "none", attStmt {}, authData.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([authData.length >> 8, authData.length & 0xff]),
      authData,
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, claims).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge. */
  sign(options: PublicKeyCredentialRequestOptionsJSON, claims: Claims = {}): AuthenticationResponseJSON {
    if (this.countsUses) this.counter++
    const authenticatorData = this.#authenticatorData(options.rpId ?? '', 0, claims)
    const clientData = this.#clientData('webauthn.get', options.challenge, claims)
    const signature = createSign('sha256')
      .update(authenticatorData)
      .update(createHash('sha256').update(clientData).digest())
      .sign(claims.key ?? this.#keys.privateKey)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: claims.userHandle ?? this.userHandle,
      },
    }
  }

  #authenticatorData(rpId: string, extraFlags: number, claims: Claims): Buffer {
    const { isUserPresent = true, isUserVerified = true, counter = this.counter } = claims
    const data = Buffer.alloc(37)
    createHash('sha256')
      .update(claims.rpId ?? rpId)
      .digest()
      .copy(data)
    data[32] = (isUserPresent ? flags.present : 0) | (isUserVerified ? flags.verified : 0) | extraFlags
    data.writeUInt32BE(counter, 33)
    return data
  }

  #clientData(type: string, challenge: string, claims: Claims): Buffer {
    const { origin = this.#origin, crossOrigin = false, topOrigin } = claims
    return Buffer.from(
      JSON.stringify({
        type: claims.type ?? type,
        challenge: claims.challenge ?? challenge,
        origin,
        crossOrigin,
        ...(topOrigin !== undefined && { topOrigin }),
      }),
    )
  }
}
