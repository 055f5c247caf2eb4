/**
 * How far the ID3v2 tag at the head of a file reaches.
 *
 * @param head At least the first ten bytes.
 * @returns Bytes to step over, 0 without a tag; at most what the tag's 28 bits can claim.
 * @see https://id3.org/id3v2.4.0-structure section 3.1
 */
export function tagLength(head: Uint8Array): number {
  if (head.length < 10 || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0
  const size = head.subarray(6, 10)
  if (size.some((byte) => byte > 0x7f)) return 0
  const footer = head[5]! & 0x10 ? 10 : 0
  return 10 + size.reduce((sum, byte) => sum * 128 + byte, 0) + footer
}
