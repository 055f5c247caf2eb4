import { importEncodings, type ImportEncoding } from '#features/subscribers/import.ts'
import { runThread } from '#platform/threads/run-thread.ts'

/** A name a detector gives, with how well the bytes fit. */
export type EncodingCandidate = { name: string; confidence: number }

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './encoding-worker.ts' : './encoding-worker.js',
  import.meta.url,
)
/** A detector holds tables of letters for a hundred encodings; they go with their thread. */
const limits = { cpuMs: 5_000, timeoutMs: 20_000, heapMegabytes: 256 }
/** Names of a list tell as much as all of them. */
const [maxBytes, longestCell] = [4_096, 200]

/** What most lists are written in that are no Unicode. */
const usual: ImportEncoding = 'windows-1252'

/** Guesses how the letters of a file are written; somebody looks at the guess before it is used. */
export async function guessEncoding(file: Buffer): Promise<ImportEncoding> {
  const letters = letterCells(file)
  const outcome = await runThread<EncodingCandidate[]>(workerFile, { bytes: new Uint8Array(letters) }, limits)
  return outcome.ok ? pickEncoding(outcome.result, letters) : usual
}

/** Encodings that a detector tells apart, by ours that hold the same letters or more. */
const ours: Record<string, ImportEncoding> = {
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

/** The best of a detector's candidates that we can read and that all bytes are letters of. */
export function pickEncoding(candidates: EncodingCandidate[], bytes: Uint8Array): ImportEncoding {
  for (const { name } of candidates.toSorted((one, other) => other.confidence - one.confidence)) {
    const small = name.toLowerCase()
    const encoding = ours[small] ?? importEncodings.find((one) => one === small)
    if (encoding && encoding !== 'utf-8' && isWhole(encoding, bytes)) return encoding
  }
  return usual
}

function isWhole(encoding: ImportEncoding, bytes: Uint8Array): boolean {
  try {
    // The last letter may be cut.
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The different cells that hold letters beyond a–z, as bytes: heads, addresses and numbers would drown them. */
function letterCells(file: Buffer): Buffer {
  const cells = new Set<string>()
  let [start, length, hasLetters, long] = [0, 0, false, '']
  for (let at = 0; at <= file.length && length < maxBytes; at++) {
    const byte = file[at] ?? 0x0a
    if (byte >= 0x80) hasLetters = true
    // No encoding uses these within a letter: a comma, a semicolon, a tab, a quotation mark, a line end.
    if (![0x2c, 0x3b, 0x09, 0x22, 0x0a, 0x0d].includes(byte)) continue
    if (hasLetters && at - start > longestCell) long ||= file.toString('latin1', start, start + longestCell)
    else if (hasLetters) {
      const cell = file.toString('latin1', start, at)
      if (!cells.has(cell)) length += cell.length + 1
      cells.add(cell)
    }
    start = at + 1
    hasLetters = false
  }
  return Buffer.from([...cells].join(' ') || long, 'latin1')
}
