import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts and decrypts texts that the database stores. */
export type SecretBox = {
  seal(text: string): Promise<string>
  /** @returns Undefined if the text was encrypted with another key, or is damaged. */
  open(sealed: string): Promise<string | undefined>
}

type ReadKey = () => Promise<Buffer>

const prefix = 'gcm:'
const ivBytes = 12
const tagBytes = 16

/**
 * Creates an encryption with AES-256-GCM.
 *
 * @param keys Readers of keys of 32 bytes: the first key encrypts, each of them decrypts. Their errors are passed on.
 */
export function createSecretBox(...keys: [ReadKey, ...ReadKey[]]): SecretBox {
  return {
    async seal(text) {
      const key = await keys[0]()
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    async open(sealed) {
      if (!sealed.startsWith(prefix)) return undefined
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      for (const readKey of keys) {
        const text = decrypt(bytes, await readKey())
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

function decrypt(bytes: Buffer, key: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
