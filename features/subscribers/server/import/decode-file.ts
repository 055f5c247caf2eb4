import type { ImportEncoding } from '#features/subscribers/import.ts'
import { AppError } from '#shared/errors.ts'
import { guessEncoding } from './guess-encoding.ts'

/** Text of a file and its encoding. `isCertain` if the file itself specifies it. */
type DecodedFile = { text: string; encoding: ImportEncoding; isCertain: boolean }

/**
 * Decodes a file: UTF-8, UTF-16 in either byte order with or without a byte order mark, otherwise a guessed encoding.
 * Unpaired surrogates stay unchanged, and invalid bytes become U+FFFD, so that their rows can be rejected.
 *
 * @param chosen Encoding chosen by the user, if any.
 * @throws AppError `invalid-input`, naming the file type, if it is not text.
 */
export async function decodeFile(file: Buffer, chosen?: ImportEncoding): Promise<DecodedFile> {
  const fileType = fileTypes.find(({ starts }) => starts.some((start) => file.subarray(0, start.length).equals(start)))
  if (fileType) throw new AppError('invalid-input', fileType.message)
  if (chosen) return { text: new TextDecoder(chosen).decode(file), encoding: chosen, isCertain: false }
  if (isUtf32(file)) throw new AppError('invalid-input', utf32Message)
  const order = utf16OrderOf(file)
  if (order) {
    const even = file.subarray(0, file.length - (file.length % 2))
    const text = (order === 'little' ? even : Buffer.from(even).swap16()).toString('utf16le').replace(/^\uFEFF/, '')
    return { text, encoding: order === 'little' ? 'utf-16le' : 'utf-16be', isCertain: true }
  }
  if (file.subarray(0, 4096).includes(0))
    throw new AppError('invalid-input', 'This is not a text file. Export the list as CSV and select that file.')
  const text = file.toString('utf8').replace(/^\uFEFF/, '')
  const broken = text.split('\uFFFD').length - 1
  // ISO-2022-JP uses only seven bits, so it is valid in any encoding but readable in no other.
  if (broken === 0 && (text.includes('\u001b$B') || text.includes('\u001b$@')))
    return { text: new TextDecoder('iso-2022-jp').decode(file), encoding: 'iso-2022-jp', isCertain: false }
  if (broken === 0) return { text, encoding: 'utf-8', isCertain: true }
  // A few invalid bytes in a UTF-8 file are no reason to decode all its names differently.
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  if (whole > broken) return { text, encoding: 'utf-8', isCertain: false }
  const encoding = await guessEncoding(file)
  return { text: new TextDecoder(encoding).decode(file), encoding, isCertain: false }
}

const utf32Message = 'This file is encoded as UTF-32. Save it as UTF-8 and select it again.'
const bytes = (...starts: number[][]) => starts.map((start) => Buffer.from(start))
const compressed = (name: string) => `This file is compressed (${name}). Unpack it and select the CSV file inside.`

/** File types that are not text, by their first bytes. */
const fileTypes: { starts: Buffer[]; message: string }[] = [
  {
    starts: bytes([0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6], [0xd0, 0xcf, 0x11, 0xe0]),
    message:
      'This is a spreadsheet file or a ZIP archive. Save the spreadsheet as CSV, or unzip the archive, and choose the CSV file.',
  },
  { starts: bytes([0xff, 0xfe, 0, 0], [0, 0, 0xfe, 0xff]), message: utf32Message },
  { starts: bytes([0x1f, 0x8b]), message: compressed('gzip') },
  { starts: [Buffer.from('BZh')], message: compressed('bzip2') },
  { starts: bytes([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), message: compressed('xz') },
  { starts: bytes([0x28, 0xb5, 0x2f, 0xfd]), message: compressed('zstd') },
  { starts: bytes([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), message: compressed('7z') },
  { starts: [Buffer.from('Rar!')], message: compressed('rar') },
  { starts: [Buffer.from('%PDF')], message: 'This is a PDF. Export the list as CSV and select that file.' },
  {
    starts: bytes([0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff]),
    message: 'This is an image. Export the list as CSV and select that file.',
  },
]

/** Returns the share of zero bytes at each position within a character of `width` bytes. */
function zeroSharesOf(file: Buffer, width: number): number[] {
  const head = file.subarray(0, 200)
  const zeros = Array.from({ length: width }, () => 0)
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % width]! += width / head.length
  return zeros
}

/** Detects UTF-32 without a byte order mark: headers and addresses are ASCII, so three of four bytes are zero. */
function isUtf32(file: Buffer): boolean {
  const [a, b, c, d] = zeroSharesOf(file, 4) as [number, number, number, number]
  return b > 0.7 && c > 0.7 && Math.max(a, d) > 0.7 && Math.min(a, d) < 0.1
}

/** Returns the byte order of UTF-16; undefined for other encodings. */
function utf16OrderOf(file: Buffer): 'little' | 'big' | undefined {
  if (file[0] === 0xff && file[1] === 0xfe) return 'little'
  if (file[0] === 0xfe && file[1] === 0xff) return 'big'
  // Without a byte order mark: headers and addresses are ASCII, so every other byte is zero.
  const [first, second] = zeroSharesOf(file, 2) as [number, number]
  if (second > 0.7 && first < 0.1) return 'little'
  return first > 0.7 && second < 0.1 ? 'big' : undefined
}
