import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'

/** Writes into book.yaml who reads and how long each recorded chapter is; leaves every other line as it stands. */
export function writeAudioFacts(
  bookFile: string,
  narrationFolder: string,
  narration: { readBy: string; quality: string },
): void {
  const source = readFileSync(bookFile, 'utf8')
  const document: Document = parseDocument(source)
  document.set('narration', document.createNode(narration))
  for (const chapter of (document.get('audioChapters') as YAMLSeq<YAMLMap>).items) {
    const timings = join(narrationFolder, String(chapter.get('file')).replace('.mp3', '.json'))
    if (!existsSync(timings)) continue
    const { durationSeconds } = JSON.parse(readFileSync(timings, 'utf8')) as { durationSeconds: number }
    chapter.set('durationSeconds', durationSeconds)
  }
  writeFileSync(bookFile, document.toString({ lineWidth: 0 }))
}
