import ts from 'typescript'
import { parseSource, type SourceFile } from './source-files.ts'

const documented = /^(shared|platform|ui)\/.*\.tsx?$|^features\/[^/]+\/contract\.ts$/
const spared = /\.test\.tsx?$|\.d\.ts$|-page\.tsx$/

/** Checks that every export of `shared/`, `platform/`, `ui/` and the contracts has a docstring. */
export function checkDocstrings(files: SourceFile[]): string[] {
  return files.filter(({ path }) => documented.test(path) && !spared.test(path)).flatMap(undocumentedExports)
}

function undocumentedExports(file: SourceFile): string[] {
  const { path } = file
  const source = parseSource(file)
  const seen = new Set<string>()
  return source.statements.flatMap((statement) => {
    const name = exportedName(statement)
    // Overloads share the docstring of the first signature.
    if (name === undefined || seen.has(name)) return []
    seen.add(name)
    if (hasDescription(statement)) return []
    const line = source.getLineAndCharacterOfPosition(statement.getStart()).line + 1
    return [
      `${path}:${line}: \`${name}\` needs a docstring: one sentence on what it is, then units and ranges that the type cannot express`,
    ]
  })
}

function exportedName(statement: ts.Statement): string | undefined {
  if (!ts.canHaveModifiers(statement)) return undefined
  if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return undefined
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText()).join(', ')
  return (statement as ts.DeclarationStatement).name?.getText() ?? 'default'
}

function hasDescription(statement: ts.Statement): boolean {
  return ts
    .getJSDocCommentsAndTags(statement)
    .some((doc) => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? '').trim().length >= 8)
}
