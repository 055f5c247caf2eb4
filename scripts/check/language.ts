import { listStrings } from '../strings.ts'
import { checkDocstringSentences } from './docstring-sentences.ts'
import { checkLineLength } from './line-length.ts'
import { checkNames } from './names.ts'
import { checkPlainStrings } from './plain-strings.ts'
import { listPaths, readTexts } from './source-files.ts'

/** Checks names, docstrings, line lengths and visible strings; returns one text per finding. */
export function checkLanguage(root: string): string[] {
  const files = readTexts(root, listPaths(root))
  return [
    ...checkNames(files),
    ...checkDocstringSentences(files),
    ...checkLineLength(files),
    ...checkPlainStrings(listStrings(files)),
  ]
}

if (import.meta.main) {
  const findings = checkLanguage(process.cwd())
  console.log(findings.join('\n'))
  process.exitCode = findings.length > 0 ? 1 : 0
}
