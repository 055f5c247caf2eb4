/** Bytes of audio between two blocks of metadata. */
export const icyInterval = 16_000

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

const maxTitleBytes = 255 * 16 - "StreamTitle='';".length

/**
 * Returns a block of ICY metadata: its length in sixteenths, then the text padded with zeros. An unchanged title is one
 * zero byte.
 *
 * @see https://cast.readme.io/docs/icy
 */
export function icyBlock(title: string | undefined): Buffer {
  if (title === undefined) return Buffer.from([0])
  // Players look only for the closing pair of characters, so a single quote is allowed but the pair is not. Programs
  // that write the title to a log or a header must not find a second line in it.
  const words = Buffer.from(title.replaceAll(breaks, ' ').trim().replaceAll("';", '’;'))
  const text = Buffer.concat([Buffer.from("StreamTitle='"), cutWhole(words, maxTitleBytes), Buffer.from("';")])
  const block = Buffer.alloc(1 + Math.ceil(text.length / 16) * 16)
  block[0] = (block.length - 1) / 16
  text.copy(block, 1)
  return block
}

/** Inserts a metadata block after every 16,000 bytes of one listener's audio. */
export class IcyMuxer {
  #left = icyInterval
  #told: string | undefined

  mux(pieces: readonly { bytes: Buffer; title: string }[]): Buffer {
    const parts: Buffer[] = []
    for (const { bytes, title } of pieces) {
      let rest = bytes
      while (rest.length >= this.#left) {
        parts.push(rest.subarray(0, this.#left), icyBlock(title === this.#told ? undefined : title))
        rest = rest.subarray(this.#left)
        this.#left = icyInterval
        this.#told = title
      }
      parts.push(rest)
      this.#left -= rest.length
    }
    return Buffer.concat(parts)
  }
}

/** Cuts text without splitting a character. */
function cutWhole(text: Buffer, maxBytes: number): Buffer {
  let end = Math.min(text.length, maxBytes)
  while (end > 0 && end < text.length && (text[end]! & 0xc0) === 0x80) end--
  return text.subarray(0, end)
}
