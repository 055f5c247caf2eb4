import type { ImportEncoding } from '#features/subscribers/import.ts'
import { AppError } from '#shared/errors.ts'
import { guessEncoding } from './guess-encoding.ts'

/** The text of a file, and how its letters were read: `isCertain` where the file itself says so. */
export type DecodedFile = { text: string; encoding: ImportEncoding; isCertain: boolean }

/**
 * Reads the letters of a file: UTF-8, UTF-16 in either order with or without its mark, else by the encoding that its
 * letters look like. Half characters of UTF-16 stay as they are, and bytes that are none in the encoding become U+FFFD,
 * so that their lines can be refused.
 *
 * @param chosen How the letters are written, where somebody says so.
 * @throws AppError `invalid-input`, with the kind of the file, for what is no text.
 */
export async function decodeFile(file: Buffer, chosen?: ImportEncoding): Promise<DecodedFile> {
  const kind = kinds.find(({ starts }) => starts.some((start) => file.subarray(0, start.length).equals(start)))
  if (kind) throw new AppError('invalid-input', kind.refusal)
  if (chosen) return { text: new TextDecoder(chosen).decode(file), encoding: chosen, isCertain: false }
  if (isUtf32(file)) throw new AppError('invalid-input', utf32Refusal)
  const order = wideOrderOf(file)
  if (order) {
    const even = file.subarray(0, file.length - (file.length % 2))
    const text = (order === 'little' ? even : Buffer.from(even).swap16()).toString('utf16le').replace(/^\uFEFF/, '')
    return { text, encoding: order === 'little' ? 'utf-16le' : 'utf-16be', isCertain: true }
  }
  if (file.subarray(0, 4096).includes(0))
    throw new AppError('invalid-input', 'This is not a text file. Export the list as CSV and select that file.')
  const text = file.toString('utf8').replace(/^\uFEFF/, '')
  const broken = text.split('\uFFFD').length - 1
  // Letters in the seven bits of mail: valid as anything, and readable as nothing else.
  if (broken === 0 && (text.includes('\u001b$B') || text.includes('\u001b$@')))
    return { text: new TextDecoder('iso-2022-jp').decode(file), encoding: 'iso-2022-jp', isCertain: false }
  if (broken === 0) return { text, encoding: 'utf-8', isCertain: true }
  // A few bytes gone wrong in a file that is UTF-8 otherwise are no reason to misread all its names.
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  if (whole > broken) return { text, encoding: 'utf-8', isCertain: false }
  const encoding = await guessEncoding(file)
  return { text: new TextDecoder(encoding).decode(file), encoding, isCertain: false }
}

const utf32Refusal = 'This file is encoded as UTF-32. Save it as UTF-8 and select it again.'
const bytes = (...starts: number[][]) => starts.map((start) => Buffer.from(start))
const compressed = (name: string) => `This file is compressed (${name}). Unpack it and select the CSV file inside.`

/** What lists are mistaken for, by the first bytes. */
const kinds: { starts: Buffer[]; refusal: string }[] = [
  {
    starts: bytes([0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6], [0xd0, 0xcf, 0x11, 0xe0]),
    refusal:
      'This is a workbook or an archive. Unpack it, or save it as CSV in your spreadsheet app, and select that file.',
  },
  { starts: bytes([0xff, 0xfe, 0, 0], [0, 0, 0xfe, 0xff]), refusal: utf32Refusal },
  { starts: bytes([0x1f, 0x8b]), refusal: compressed('gzip') },
  { starts: [Buffer.from('BZh')], refusal: compressed('bzip2') },
  { starts: bytes([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), refusal: compressed('xz') },
  { starts: bytes([0x28, 0xb5, 0x2f, 0xfd]), refusal: compressed('zstd') },
  { starts: bytes([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), refusal: compressed('7z') },
  { starts: [Buffer.from('Rar!')], refusal: compressed('rar') },
  { starts: [Buffer.from('%PDF')], refusal: 'This is a PDF. Export the list as CSV and select that file.' },
  {
    starts: bytes([0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff]),
    refusal: 'This is an image. Export the list as CSV and select that file.',
  },
]

/** Where zeros stand among the first bytes, by their places within so many. */
function zerosOf(file: Buffer, width: number): number[] {
  const head = file.subarray(0, 200)
  const zeros = Array.from({ length: width }, () => 0)
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % width]! += width / head.length
  return zeros
}

/** Without a mark: heads and addresses are ASCII, so three of four bytes are zero. */
function isUtf32(file: Buffer): boolean {
  const [a, b, c, d] = zerosOf(file, 4) as [number, number, number, number]
  return b > 0.7 && c > 0.7 && Math.max(a, d) > 0.7 && Math.min(a, d) < 0.1
}

/** Which byte of two comes first; undefined for text of single bytes. */
function wideOrderOf(file: Buffer): 'little' | 'big' | undefined {
  if (file[0] === 0xff && file[1] === 0xfe) return 'little'
  if (file[0] === 0xfe && file[1] === 0xff) return 'big'
  // Without a mark: heads and addresses are ASCII, so every other byte is zero.
  const [first, second] = zerosOf(file, 2) as [number, number]
  if (second > 0.7 && first < 0.1) return 'little'
  return first > 0.7 && second < 0.1 ? 'big' : undefined
}
