import { importEncodings, type ImportEncoding } from '#features/subscribers/import.ts'
import { runThread } from '#platform/threads/run-thread.ts'

/** Encoding reported by the detector, with its confidence. */
export type EncodingCandidate = { name: string; confidence: number }

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './encoding-worker.ts' : './encoding-worker.js',
  import.meta.url,
)
/** The detector loads large tables, so it runs in its own thread. */
const limits = { cpuMs: 5_000, timeoutMs: 20_000, heapMegabytes: 256 }
/** A sample of the cells is enough. */
const [maxBytes, maxCellLength] = [4_096, 200]

/** Most common encoding other than Unicode. */
const fallback: ImportEncoding = 'windows-1252'

/** Guesses the encoding of a file. The user reviews the guess before the import. */
export async function guessEncoding(file: Buffer): Promise<ImportEncoding> {
  const sample = nonAsciiCells(file)
  const outcome = await runThread<EncodingCandidate[]>(workerFile, { bytes: new Uint8Array(sample) }, limits)
  return outcome.ok ? pickEncoding(outcome.result, sample) : fallback
}

/** Supported encodings for others that the detector distinguishes; they contain the same characters or more. */
const supersets: Record<string, ImportEncoding> = {
  'maccyrillic': 'x-mac-cyrillic',
  'macroman': 'macintosh',
  'koi8-r': 'koi8-u',
  'iso-8859-1': 'windows-1252',
  'iso8859-15': 'windows-1252',
  'iso-8859-2': 'windows-1250',
  'iso-8859-7': 'windows-1253',
  'iso-8859-9': 'windows-1254',
  'iso-8859-8': 'windows-1255',
  'iso-8859-13': 'windows-1257',
  'cp932': 'shift_jis',
  'cp949': 'euc-kr',
  'gb2312': 'gb18030',
}

/** Picks the most likely supported candidate in which all bytes are valid. */
export function pickEncoding(candidates: EncodingCandidate[], bytes: Uint8Array): ImportEncoding {
  for (const { name } of candidates.toSorted((one, other) => other.confidence - one.confidence)) {
    const lowercase = name.toLowerCase()
    const encoding = supersets[lowercase] ?? importEncodings.find((one) => one === lowercase)
    if (encoding && encoding !== 'utf-8' && isValid(encoding, bytes)) return encoding
  }
  return fallback
}

function isValid(encoding: ImportEncoding, bytes: Uint8Array): boolean {
  try {
    // The last character may be cut off.
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * Collects the distinct cells with non-ASCII bytes, because headers, addresses and numbers would distort the detection.
 */
function nonAsciiCells(file: Buffer): Buffer {
  const cells = new Set<string>()
  let [start, length, hasNonAscii, longCell] = [0, 0, false, '']
  for (let at = 0; at <= file.length && length < maxBytes; at++) {
    const byte = file[at] ?? 0x0a
    if (byte >= 0x80) hasNonAscii = true
    // These bytes are never part of another character in any encoding: comma, semicolon, tab, quotation mark, line end.
    if (![0x2c, 0x3b, 0x09, 0x22, 0x0a, 0x0d].includes(byte)) continue
    if (hasNonAscii && at - start > maxCellLength) longCell ||= file.toString('latin1', start, start + maxCellLength)
    else if (hasNonAscii) {
      const cell = file.toString('latin1', start, at)
      if (!cells.has(cell)) length += cell.length + 1
      cells.add(cell)
    }
    start = at + 1
    hasNonAscii = false
  }
  return Buffer.from([...cells].join(' ') || longCell, 'latin1')
}
