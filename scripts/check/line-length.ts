import ts from 'typescript'
import type { SourceFile } from './source-files.ts'

const columns = 120
/** A literal this long on a line is why it cannot be broken. */
const longLiteral = 50

/** Refuses lines of code beyond 120 columns. Lines stay that a long literal or an address fills. */
export function checkLineLength(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(tsx?|css|cjs|mjs)$/.test(path) && !path.startsWith('scripts/sample-media/'))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n')
      const long = lines.flatMap((line, at) => (line.length > columns && !hasAddress(line) ? [at] : []))
      if (long.length === 0) return []
      const filled = path.endsWith('.css') ? new Set<number>() : linesWithLongLiterals(path, text)
      return long
        .filter((at) => !filled.has(at) && !(path.endsWith('.css') && /^@(source|import)\b/.test(lines[at] ?? '')))
        .map((at) => `${path}:${at + 1}: ${lines[at]?.length} columns; the limit is ${columns}`)
    })
}

function hasAddress(line: string): boolean {
  return /https?:\/\/\S{40,}|url\(\S{40,}/.test(line)
}

function linesWithLongLiterals(path: string, text: string): Set<number> {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const filled = new Set<number>()
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line
      for (const [offset, piece] of node.getText(source).split('\n').entries())
        if (piece.length >= longLiteral) filled.add(first + offset)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return filled
}

function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateExpression(node) ||
    ts.isRegularExpressionLiteral(node)
  )
}
