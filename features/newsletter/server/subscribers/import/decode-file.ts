import { AppError } from '#shared/errors.ts'

/**
 * The text of a file: UTF-8, UTF-16 in either order with or without its mark, else what Excel writes in western countries. Half characters of
 * UTF-16 stay as they are, and bytes that are no UTF-8 among many that are become U+FFFD, so that their lines can be refused.
 *
 * @throws AppError `invalid-input` for workbooks and archives.
 */
export function decodeFile(file: Buffer): string {
  if (file.subarray(0, 4).equals(zip) || file.subarray(0, 4).equals(oldOffice))
    throw new AppError(
      'invalid-input',
      'This is a workbook or an archive. Unpack it, or save it as CSV in your spreadsheet, and choose that file.',
    )
  const order = wideOrderOf(file)
  if (order) {
    const even = file.subarray(0, file.length - (file.length % 2))
    return (order === 'little' ? even : Buffer.from(even).swap16()).toString('utf16le').replace(/^\uFEFF/, '')
  }
  const text = file.toString('utf8').replace(/^\uFEFF/, '')
  const broken = text.split('\uFFFD').length - 1
  if (broken === 0) return text
  // A few bytes gone wrong in a file that is UTF-8 otherwise are no reason to misread all its names.
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return whole > broken ? text : new TextDecoder('windows-1252').decode(file)
}

const zip = Buffer.from('PK\u0003\u0004')
const oldOffice = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** Which byte of two comes first; undefined for text of single bytes. */
function wideOrderOf(file: Buffer): 'little' | 'big' | undefined {
  if (file[0] === 0xff && file[1] === 0xfe) return 'little'
  if (file[0] === 0xfe && file[1] === 0xff) return 'big'
  // Without a mark: heads and addresses are ASCII, so every other byte is zero.
  const head = file.subarray(0, 200)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1
  const most = head.length / 2
  if (zeros[1]! > most * 0.7 && zeros[0]! < most * 0.1) return 'little'
  return zeros[0]! > most * 0.7 && zeros[1]! < most * 0.1 ? 'big' : undefined
}
