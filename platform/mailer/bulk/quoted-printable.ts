/*
 * Quoted-printable encoding whose lines are already in DKIM's relaxed canonical form: no tabs, no repeated spaces, no
 * trailing spaces. The bytes can be hashed as they are, and segments can be joined with a soft line break.
 */

/** Soft line break that joins two encoded segments of one text. */
export const softBreak = '=\r\n'

const lineLength = 76
const hex = Array.from({ length: 256 }, (_value, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)

/**
 * Encodes a text segment that begins at the start of a line.
 *
 * @param text Lines end in LF or CRLF.
 * @returns Lines of at most 76 characters, separated by CRLF.
 * @see https://www.rfc-editor.org/rfc/rfc2045#section-6.7
 */
export function encodeQuotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join('\r\n')
}

function encodeLine(line: string): string {
  const bytes = Buffer.from(line, 'utf8')
  let encoded = ''
  let column = 0
  let afterSpace = true
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    const isSpace = byte === 0x20
    // A space stays literal only between two other characters.
    const isPlain: boolean = isSpace
      ? !afterSpace && at < bytes.length - 1
      : byte > 0x20 && byte < 0x7f && byte !== 0x3d
    const piece = isPlain ? String.fromCharCode(byte) : (hex[byte] as string)
    if (column + piece.length > lineLength - 1) {
      encoded += softBreak
      column = 0
    }
    encoded += piece
    column += piece.length
    afterSpace = isSpace && isPlain
  }
  return encoded
}
