import { LineCounter, parseDocument, visit } from 'yaml'
import type { SourceFile } from '../check/source-files.ts'
import type { VisibleString } from './read-strings.ts'

/** Finds the sentences and labels of content files (YAML); ids, addresses, dates and enumerations are left out. */
export function readContent(files: SourceFile[]): VisibleString[] {
  return files.flatMap(({ path, text }) => {
    const lines = new LineCounter()
    const found: VisibleString[] = []
    visit(parseDocument(text, { lineCounter: lines }), {
      Scalar(key, { value, range }) {
        if (key === 'key' || typeof value !== 'string' || !isLanguage(value)) return
        const { line } = lines.linePos(range?.[0] ?? 0)
        for (const paragraph of value.split(/\n{2,}/)) {
          const plain = paragraph.replaceAll(/\s+/g, ' ').trim()
          if (plain) found.push({ path, line, kind: 'content', text: plain })
        }
      },
    })
    return found
  })
}

function isLanguage(value: string): boolean {
  if (/^[/#.]|^\w+:\/\//.test(value)) return false
  return / \p{L}/u.test(value.trim()) || /^\p{Lu}\p{Ll}+$/u.test(value)
}
